import type { Metadata } from 'next';
import { Trace } from '../../../../features/orders/trace';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Trace' };

export default async function TracePage({ params }: { params: Promise<{ id: string }> }) {
  await requireUser();
  const { id } = await params;
  return <Trace id={id} />;
}
