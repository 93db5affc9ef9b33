import type { Metadata } from 'next';
import { EditBot } from '../../../../../features/bots/create/create-bot';
import { requireUser } from '../../../../../server/session';

export const metadata: Metadata = { title: 'Edit a bot' };

export default async function EditBotPage({ params }: { params: Promise<{ id: string }> }) {
  await requireUser();
  const { id } = await params;
  return <EditBot botId={id} />;
}
