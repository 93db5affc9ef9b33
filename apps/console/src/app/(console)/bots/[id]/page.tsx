import type { Metadata } from 'next';
import { BotDetail } from '../../../../features/bots/bot-detail';
import { requireUser } from '../../../../server/session';

export const metadata: Metadata = { title: 'Bot' };

export default async function BotPage({ params }: { params: Promise<{ id: string }> }) {
  await requireUser();
  const { id } = await params;
  return <BotDetail botId={id} />;
}
