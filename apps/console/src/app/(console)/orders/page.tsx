import type { Metadata } from 'next';
import { Orders } from '../../../features/orders/orders';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Orders' };

export default async function OrdersPage() {
  await requireUser();
  return <Orders />;
}
