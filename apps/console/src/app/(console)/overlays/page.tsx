import type { Metadata } from 'next';
import { Overlays } from '../../../features/strategies/overlays';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Overlays' };

export default async function OverlaysPage() {
  await requireUser();
  return <Overlays />;
}
