import type { Metadata } from 'next';
import { Experiments } from '../../../features/experiments/experiments';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Experiments' };

export default async function ExperimentsPage() {
  await requireUser();
  return <Experiments />;
}
