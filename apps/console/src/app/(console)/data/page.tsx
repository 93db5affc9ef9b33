import type { Metadata } from 'next';
import { Data } from '../../../features/data/data';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Data' };

export default async function DataPage() {
  await requireUser();
  return <Data />;
}
