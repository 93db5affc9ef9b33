import type { Metadata } from 'next';
import { CompareRuns } from '../../../../features/runs/compare-runs';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Compare runs' };

export default async function CompareRunsPage() {
  await requireUser();
  return <CompareRuns />;
}
