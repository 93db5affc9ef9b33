import type { Metadata } from 'next';
import { Strategies } from '../../../features/strategies/strategies';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Strategies' };

export default async function StrategiesPage() {
  await requireUser();
  return <Strategies />;
}
