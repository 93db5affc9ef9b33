import type { Metadata } from 'next';
import { requireUser } from '../../server/session';
import { Page } from '../../ui/page';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  await requireUser();
  return <Page title="Overview">{null}</Page>;
}
