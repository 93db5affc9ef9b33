/**
 * Everything that carries one trace id: who did what, what was commanded, and what followed at the exchange.
 */
'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { useMemo } from 'react';
import { price, quantity } from '../../lib/format';
import { logsAddress } from '../../lib/logs';
import { who, words } from '../../lib/words';
import type { Answer } from '../../manager/types';
import { useBotNames } from '../../manager/use-bot-names';
import { useManager } from '../../manager/use-manager';
import { Copyable } from '../../ui/copyable';
import { EventList } from '../../ui/event-list';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Moment } from '../../ui/time';
import { scopeName } from '../risk/scope-name';
import { intentColumns, orderColumns } from './columns';

type TraceView = Answer<'/bff/traces/{trace_id}'>;

export function Trace({ id }: { id: string }) {
  const trace = useManager('/bff/traces/{trace_id}', { params: { trace_id: id }, pollMs: 3_000 });
  if (trace.data === undefined && trace.error !== null && trace.error.view.field !== null)
    return <NoTrace id={id} />;
  return (
    <Page title="Trace" lead={<Copyable text={id} />} actions={<LinesOf id={id} />}>
      <Loaded read={trace}>{(found) => <Found trace={found} />}</Loaded>
    </Page>
  );
}

function LinesOf({ id }: { id: string }) {
  return (
    <Link href={logsAddress({ trace: id })} className="text-accent underline underline-offset-2">
      Log lines
    </Link>
  );
}

function NoTrace({ id }: { id: string }) {
  return (
    <Page title="Trace" lead={<Copyable text={id} />} actions={<LinesOf id={id} />}>
      <Empty title="Nothing carries this trace id" icon={SearchX}>
        Rows that are older than their retention are gone. The{' '}
        <Link href="/risk#timeline" className="text-accent underline underline-offset-2">
          timeline
        </Link>{' '}
        lists the acts of operators.
      </Empty>
    </Page>
  );
}

function Found({ trace }: { trace: TraceView }) {
  const nameOf = useBotNames();
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items ?? [];
  const columns = useMemo(() => ({ intents: intentColumns(nameOf), orders: orderColumns(nameOf) }), [nameOf]);
  const { events, commands, intents, orders, fills } = trace;
  return (
    <>
      <Panel title="What happened">
        <EventList
          events={events}
          about={({ botId }) =>
            botId === null ? null : (
              <Link href={`/bots/${botId}`} className="hover:underline">
                {nameOf(botId)}
              </Link>
            )
          }
        />
      </Panel>
      {commands.length === 0 ? null : (
        <Panel title="Commands">
          <ol>
            {commands.map(({ id, kind, scope, issuedBy, createdAt, doneAt }) => (
              <li key={id} className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b py-1">
                <span className="text-muted">
                  <Moment at={createdAt} />
                </span>
                <span className="font-medium">{words(kind)}</span>
                <span>{scopeName(scope, bots)}</span>
                <span className="text-muted">by {who(issuedBy)}</span>
                {kind !== 'flatten' ? null : (
                  <span className={doneAt === null ? 'text-warn' : 'text-muted'}>
                    {doneAt === null ? (
                      'not carried out yet'
                    ) : (
                      <>
                        carried out <Moment at={doneAt} />
                      </>
                    )}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {intents.length === 0 ? null : (
        <Panel title="Intents">
          <Table
            caption="Intents of this trace"
            columns={columns.intents}
            rows={intents}
            rowKey={(intent) => intent.intentId}
          />
        </Panel>
      )}
      <TracedOrders trace={trace} columns={columns.orders} />
      {fills.length === 0 ? null : (
        <Panel title="Fills">
          <ol>
            {fills.map((fill) => (
              <li key={fill.id} className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b py-1">
                <span className="text-muted">
                  <Moment at={fill.tradeTime} />
                </span>
                <span>
                  {fill.side} {quantity(fill.qty)} {fill.symbol} at {price(fill.price)}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {intents.length + orders.length > 0 ? null : <p className="text-muted">No order followed from it.</p>}
    </>
  );
}

function TracedOrders({ trace, columns }: { trace: TraceView; columns: ReturnType<typeof orderColumns> }) {
  const rows = [...trace.intents.flatMap(({ orders }) => orders), ...trace.orders];
  if (rows.length === 0) return null;
  return (
    <Panel title="Orders">
      <Table caption="Orders of this trace" columns={columns} rows={rows} rowKey={(order) => order.orderId} />
    </Panel>
  );
}
