'use client';

import { changesOf } from '../../lib/changes';
import { who, words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useManagerPages } from '../../manager/use-manager';
import { LoadedPages } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { Moment } from '../../ui/time';
import { TraceLink } from '../../ui/trace-link';

/** Who changed what, newest first. */
export function BotAudit({ botId }: { botId: string }) {
  const audit = useManagerPages('/bots/{id}/audit', { params: { id: botId }, pollMs: 15_000 });
  return (
    <LoadedPages read={audit}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="No changes yet" />
        ) : (
          <ol>
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )
      }
    </LoadedPages>
  );
}

function Entry({ entry }: { entry: ItemOf<'/bots/{id}/audit'> }) {
  const changes = changesOf(entry.before, entry.after);
  return (
    <li className="border-b py-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{words(entry.action)}</span>
        <span className="text-muted">by {who(entry.actor)}</span>
        <span className="text-faint">
          <Moment at={entry.created_at} />
        </span>
        <span className="ml-auto">
          <TraceLink id={entry.trace_id} shown={entry.trace_id.slice(-12)} />
        </span>
      </p>
      {changes.length === 0 ? null : (
        <ul className="mt-1 space-y-0.5 font-mono text-xs text-muted">
          {changes.map(({ field, before, after }) => (
            <li key={field} className="break-all">
              {field}: {before} → <span className="text-ink">{after}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
