/** The columns of intents and orders, the same on their page and in a trace. */
'use client';

import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { price, quantity } from '../../lib/format';
import { latencyText, legName, ordersText, reasonText } from '../../lib/orders';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import type { NameOf } from '../../manager/use-bot-names';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Copyable } from '../../ui/copyable';
import type { Column } from '../../ui/table';
import { Age, Moment } from '../../ui/time';
import { TraceLink } from '../../ui/trace-link';

export type Intent = ItemOf<'/bff/intents'>;
export type Order = ItemOf<'/bff/orders'>;

const INTENT_LOOKS: Readonly<Record<Intent['state'], { icon: LucideIcon; tone: BadgeTone }>> = {
  accepted: { icon: CircleCheck, tone: 'good' },
  rejected: { icon: CircleX, tone: 'warn' },
  superseded: { icon: CircleDashed, tone: 'neutral' },
  undecided: { icon: CircleHelp, tone: 'accent' },
};

const ORDER_TONES: Readonly<Partial<Record<Order['status'], BadgeTone>>> = {
  filled: 'good',
  unknown: 'warn',
  submitting: 'accent',
  rejected: 'danger',
};

/** A phone has room for the age alone. */
function When({ at }: { at: string }) {
  return (
    <>
      <span className="hidden md:inline">
        <Moment at={at} />
      </span>
      <span className="md:hidden">
        <Age at={at} />
      </span>
    </>
  );
}

function BotLink({ botId, nameOf }: { botId: string | null; nameOf: NameOf }) {
  if (botId === null) return <span className="text-faint">no bot</span>;
  return (
    <Link href={`/bots/${botId}`} className="block max-w-40 truncate hover:underline">
      {nameOf(botId)}
    </Link>
  );
}

export function intentColumns(nameOf: NameOf): readonly Column<Intent>[] {
  return [
    { id: 'time', header: 'Asked, UTC', cell: (intent) => <When at={intent.createdAt} /> },
    {
      id: 'state',
      header: 'State',
      cell: ({ state }) => (
        <Badge icon={INTENT_LOOKS[state].icon} tone={INTENT_LOOKS[state].tone}>
          {state}
        </Badge>
      ),
    },
    {
      id: 'bot',
      header: 'Bot',
      wideOnly: true,
      cell: (intent) => <BotLink botId={intent.botId} nameOf={nameOf} />,
    },
    { id: 'symbol', header: 'Symbol', cell: (intent) => intent.symbol },
    {
      id: 'asked',
      header: 'Wants',
      cell: (intent) => (intent.side === 'flat' ? 'flat' : `${intent.side} ${quantity(intent.qty)}`),
    },
    {
      id: 'stop',
      header: 'Stop',
      align: 'right',
      wideOnly: true,
      cell: (intent) => price(intent.stopPrice),
    },
    {
      id: 'reason',
      header: 'Why',
      wideOnly: true,
      cell: ({ reason }) => (
        <span className="block max-w-72 truncate text-muted" title={reason ?? ''}>
          {reasonText(reason)}
        </span>
      ),
    },
    {
      id: 'orders',
      header: 'Orders',
      wideOnly: true,
      cell: ({ orders }) => (
        <span className="block max-w-56 truncate text-muted" title={ordersText(orders)}>
          {ordersText(orders)}
        </span>
      ),
    },
    {
      id: 'ordered',
      header: 'To order',
      align: 'right',
      wideOnly: true,
      cell: (intent) => latencyText(intent.orderedMs),
    },
    {
      id: 'decided',
      header: 'To outcome',
      align: 'right',
      wideOnly: true,
      cell: (intent) => latencyText(intent.decidedMs),
    },
    {
      id: 'trace',
      header: 'Trace',
      wideOnly: true,
      cell: ({ traceId }) => (traceId === null ? '–' : <TraceLink id={traceId} shown={traceId.slice(-8)} />),
    },
  ];
}

export function orderColumns(nameOf: NameOf): readonly Column<Order>[] {
  return [
    { id: 'time', header: 'Sent, UTC', cell: (order) => <When at={order.createdAt} /> },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status, statusReason }) => (
        <span title={statusReason ?? ''}>
          <Badge tone={ORDER_TONES[status] ?? 'neutral'}>{words(status)}</Badge>
        </span>
      ),
    },
    {
      id: 'bot',
      header: 'Bot',
      wideOnly: true,
      cell: (order) => <BotLink botId={order.botId} nameOf={nameOf} />,
    },
    { id: 'symbol', header: 'Symbol', cell: (order) => order.symbol },
    { id: 'leg', header: 'Leg', cell: (order) => legName(order.leg) },
    {
      id: 'size',
      header: 'Side, quantity',
      cell: (order) => `${order.side} ${order.qty === null ? 'all' : quantity(order.qty)}`,
    },
    {
      id: 'price',
      header: 'Price or trigger',
      align: 'right',
      wideOnly: true,
      cell: (order) => price(order.triggerPrice ?? order.price),
    },
    {
      id: 'filled',
      header: 'Filled',
      align: 'right',
      wideOnly: true,
      cell: (order) => quantity(order.filledQty),
    },
    {
      id: 'average',
      header: 'Average price',
      align: 'right',
      wideOnly: true,
      cell: (order) => price(order.averagePrice),
    },
    {
      id: 'latency',
      header: 'To first fill',
      align: 'right',
      wideOnly: true,
      cell: (order) => latencyText(order.firstFillMs),
    },
    {
      id: 'reason',
      header: 'Why',
      wideOnly: true,
      cell: ({ statusReason }) => (
        <span className="block max-w-48 truncate text-muted" title={statusReason ?? ''}>
          {reasonText(statusReason)}
        </span>
      ),
    },
    {
      id: 'exchange',
      header: 'At the exchange',
      wideOnly: true,
      cell: ({ exchangeOrderId, clientOrderId }) => (
        <Copyable
          text={exchangeOrderId ?? clientOrderId}
          shown={exchangeOrderId ?? `ours ${clientOrderId.slice(-8)}`}
        />
      ),
    },
  ];
}
