'use client';

import { useManagerPages } from '../../manager/use-manager';
import { EventList } from '../../ui/event-list';
import { More } from '../../ui/more';
import { Empty, SkeletonRows } from '../../ui/states';

export function BotEvents({ botId }: { botId: string }) {
  const events = useManagerPages('/bots/{id}/events', { params: { id: botId }, pollMs: 15_000 });
  if (events.data === undefined) return <SkeletonRows />;
  const items = events.data.pages.flatMap((page) => page.items);
  const listed = items.map((event) => ({
    ...{ id: event.id, source: 'bot' as const, type: event.eventType, createdAt: event.createdAt },
    ...{ breaker: null, reason: null, actor: null, metadata: event.metadata },
  }));
  if (listed.length === 0) return <Empty title="Nothing has happened to it yet" />;
  return (
    <>
      <EventList events={listed} />
      <More {...events} />
    </>
  );
}
