import type { Metadata } from 'next';
import { Portfolio } from '../../../features/portfolio/portfolio';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Portfolio' };

export default async function PortfolioPage() {
  await requireUser();
  return <Portfolio />;
}
