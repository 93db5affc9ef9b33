import type { Metadata } from 'next';
import { Bots } from '../../../features/bots/bots';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Bots' };

export default async function BotsPage() {
  await requireUser();
  return <Bots />;
}
