import type { Metadata } from 'next';
import { Overview } from '../../features/overview/overview';
import { requireUser } from '../../server/session';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  await requireUser();
  return <Overview />;
}
