import type { Metadata } from 'next';
import { NewExperiment } from '../../../../features/experiments/new-experiment';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'New experiment' };

export default async function NewExperimentPage() {
  await requireUser();
  return <NewExperiment />;
}
