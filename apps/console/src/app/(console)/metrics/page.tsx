import type { Metadata } from 'next';
import { Metrics } from '../../../features/metrics/metrics';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Metrics' };

export default async function MetricsPage() {
  await requireUser();
  return <Metrics />;
}
