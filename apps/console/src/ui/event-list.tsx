/** Events, newest first, as rows of time, sentence and detail. */
import { CircleAlert, Dot } from 'lucide-react';
import type { ReactNode } from 'react';
import { detailOf, type FeedEvent, isLoud, sentenceOf } from '../lib/events';
import { who } from '../lib/words';
import { Age } from './time';

export interface ListedEvent extends FeedEvent {
  readonly id: string;
  readonly createdAt: string;
  readonly actor: string | null;
}

interface EventListProps<T> {
  readonly events: readonly T[];
  /** Who it is about, where that is not clear from the page. */
  readonly about?: (event: T) => ReactNode;
}

export function EventList<T extends ListedEvent>({ events, about }: EventListProps<T>) {
  return (
    <ol>
      {events.map((event) => (
        <li key={`${event.source}-${event.id}`} className="flex min-h-8 items-baseline gap-2 border-b py-1">
          {isLoud(event) ? (
            <CircleAlert size={13} aria-label="Attention" className="shrink-0 translate-y-0.5 text-warn" />
          ) : (
            <Dot size={13} aria-hidden className="shrink-0 translate-y-0.5 text-faint" />
          )}
          <span className="shrink-0">{sentenceOf(event)}</span>
          {about === undefined ? null : <span className="shrink-0 text-muted">{about(event)}</span>}
          <span className="min-w-0 flex-1 truncate text-muted" title={detailOf(event)}>
            {detailOf(event)}
          </span>
          {event.actor === null ? null : (
            <span className="hidden shrink-0 text-faint md:inline">{who(event.actor)}</span>
          )}
          <span className="w-20 shrink-0 text-right text-faint">
            <Age at={event.createdAt} />
          </span>
        </li>
      ))}
    </ol>
  );
}
