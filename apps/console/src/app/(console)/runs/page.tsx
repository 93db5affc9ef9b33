import type { Metadata } from 'next';
import { Runs } from '../../../features/runs/runs';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage() {
  await requireUser();
  return <Runs />;
}
