import type { Metadata } from 'next';
import { CreateBot } from '../../../../features/bots/create/create-bot';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Create a bot' };

export default async function CreateBotPage() {
  await requireUser();
  return <CreateBot />;
}
