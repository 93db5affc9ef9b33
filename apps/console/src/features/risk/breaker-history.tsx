'use client';

import type { Breaker } from '@platform/contracts';
import { BREAKER_MEANINGS, BREAKER_TITLES } from '../../lib/breakers';
import { useManager } from '../../manager/use-manager';
import { EventList } from '../../ui/event-list';
import { Loaded } from '../../ui/loaded';
import { Empty } from '../../ui/states';

/** What one breaker did, newest first. */
export function BreakerHistory({ breaker }: { breaker: Breaker }) {
  const events = useManager('/bff/events', {
    query: { source: 'risk', breaker, page_size: 30 },
    pollMs: 15_000,
  });
  return (
    <div className="mt-4 border-t pt-3">
      <h3 className="mb-1 font-medium">
        {BREAKER_TITLES[breaker]}: history{' '}
        <span className="font-normal text-muted">· {BREAKER_MEANINGS[breaker]}</span>
      </h3>
      <Loaded read={events}>
        {({ items }) =>
          items.length === 0 ? <Empty title="It has never changed its state" /> : <EventList events={items} />
        }
      </Loaded>
    </div>
  );
}
