import type { Metadata } from 'next';
import { Risk } from '../../../features/risk/risk';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Risk' };

export default async function RiskPage() {
  await requireUser();
  return <Risk />;
}
