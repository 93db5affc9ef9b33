'use client';

import { who, words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useManagerPages } from '../../manager/use-manager';
import { LoadedPages } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Moment } from '../../ui/time';
import { TraceLink } from '../../ui/trace-link';
import { scopeName } from './scope-name';

type Bots = readonly Pick<ItemOf<'/bff/bots'>, 'botId' | 'botName'>[];

/** Everything that was done to the latch, to limits and to bots by risk, from the audit log. */
export function Timeline({ bots }: { bots: Bots }) {
  const audit = useManagerPages('/bff/risk/audit', { pollMs: 10_000 });
  return (
    <div id="timeline" className="scroll-mt-16">
      <Panel title="Timeline" aside="From the audit log">
        <LoadedPages read={audit}>
          {(items) =>
            items.length === 0 ? (
              <Empty title="No risk actions yet">
                Halts, resumes, pauses and changed limits appear here.
              </Empty>
            ) : (
              <ol>
                {items.map((act) => (
                  <Act key={act.id} act={act} bots={bots} />
                ))}
              </ol>
            )
          }
        </LoadedPages>
      </Panel>
    </div>
  );
}

function Act({ act, bots }: { act: ItemOf<'/bff/risk/audit'>; bots: Bots }) {
  return (
    <li className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b py-1">
      <span className="text-muted">
        <Moment at={act.createdAt} />
      </span>
      <span className="font-medium">{words(act.action)}</span>
      <span>{scopeName(act.scope, bots)}</span>
      <span className="text-muted">by {who(act.actor)}</span>
      <span className="min-w-0 flex-1 truncate text-muted" title={act.reason}>
        “{act.reason}”
      </span>
      <TraceLink id={act.traceId} shown={act.traceId.slice(-12)} />
    </li>
  );
}
