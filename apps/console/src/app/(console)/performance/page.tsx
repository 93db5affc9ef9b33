import type { Metadata } from 'next';
import { Performance } from '../../../features/portfolio/performance';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Performance' };

export default async function PerformancePage() {
  await requireUser();
  return <Performance />;
}
