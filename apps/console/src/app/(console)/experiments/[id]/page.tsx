import type { Metadata } from 'next';
import { Experiment } from '../../../../features/experiments/experiment';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Experiment' };

export default async function ExperimentPage({ params }: { params: Promise<{ id: string }> }) {
  await requireUser();
  const { id } = await params;
  return <Experiment id={id} />;
}
