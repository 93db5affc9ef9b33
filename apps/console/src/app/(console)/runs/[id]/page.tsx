import type { Metadata } from 'next';
import { RunDetail } from '../../../../features/runs/detail/run-detail';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Run' };

export default async function RunPage({ params }: { params: Promise<{ id: string }> }) {
  await requireUser();
  const { id } = await params;
  return <RunDetail id={id} />;
}
