'use client';

import type { ItemOf } from '../../manager/types';
import { useManagerPages } from '../../manager/use-manager';
import { EventList } from '../../ui/event-list';
import { LoadedPages } from '../../ui/loaded';
import { Empty } from '../../ui/states';

export function BotEvents({ botId }: { botId: string }) {
  const events = useManagerPages('/bots/{id}/events', { params: { id: botId }, pollMs: 15_000 });
  return (
    <LoadedPages read={events}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="Nothing has happened to it yet" />
        ) : (
          <EventList events={items.map(listed)} />
        )
      }
    </LoadedPages>
  );
}

function listed({ id, eventType, createdAt, metadata }: ItemOf<'/bots/{id}/events'>) {
  return {
    id,
    source: 'bot' as const,
    type: eventType,
    createdAt,
    metadata,
    breaker: null,
    reason: null,
    actor: null,
  };
}
