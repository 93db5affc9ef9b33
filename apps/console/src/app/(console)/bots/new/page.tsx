import type { Metadata } from 'next';
import { CreateBot } from '../../../../features/bots/create/create-bot';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Create a bot' };

interface CreateBotPageProps {
  readonly searchParams: Promise<{ readonly run?: string; readonly clone?: string }>;
}

export default async function CreateBotPage({ searchParams }: CreateBotPageProps) {
  await requireUser();
  const { run, clone } = await searchParams;
  return <CreateBot runId={run} cloneId={clone} />;
}
