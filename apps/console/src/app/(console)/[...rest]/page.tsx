import { notFound } from 'next/navigation';
import { requireUser } from '../../../server/session';

/** Unknown addresses keep the frame, and ask for a session like every other. */
export default async function UnknownPage() {
  await requireUser();
  notFound();
}
