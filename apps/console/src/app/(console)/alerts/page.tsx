import type { Metadata } from 'next';
import { Alerts } from '../../../features/alerts/alerts';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Alerts' };

export default async function AlertsPage() {
  await requireUser();
  return <Alerts />;
}
