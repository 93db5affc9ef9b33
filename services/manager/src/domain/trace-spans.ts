/**
 * A decision as spans of one trace: bar → decision → intent → order → fill, each under the process that did
 * it. All of it is made from rows, and the id of a span from the id of its row: made again, it is the same. A
 * span is made once what it is about is over.
 */
import type { OrderLeg, OrderStatus } from '@platform/contracts';
import { sha256Hex, type Timeframe, timeframeMs } from '@platform/core';

export interface TracedIntent {
  readonly traceId: string;
  readonly intentId: string;
  readonly botId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly network: string;
  readonly side: string;
  /** Null for one that an operator asked for. */
  readonly barOpenTimeMs: number | null;
  readonly createdAtMs: number;
  readonly outcome: string | null;
  readonly outcomeReason: string | null;
  readonly outcomeAtMs: number | null;
  readonly orders: readonly TracedOrder[];
}

export interface TracedOrder {
  readonly orderId: string;
  readonly leg: OrderLeg;
  readonly status: OrderStatus;
  readonly statusReason: string | null;
  readonly clientOrderId: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly fills: readonly TracedFill[];
}

export interface TracedFill {
  readonly fillId: string;
  readonly quantity: string;
  readonly price: string;
  readonly tradeTimeMs: number;
  readonly bookedAtMs: number;
}

export interface Span {
  /** Which process did it. */
  readonly service: 'data' | 'bot' | 'executor';
  readonly name: string;
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** When it could first be made, by the clock of the database. */
  readonly madeAtMs: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly failure: string | null;
}

export function spansOf(intent: TracedIntent): Span[] {
  return [
    ...decisionSpans(intent),
    ...(intent.outcomeAtMs === null ? [] : [intentSpan(intent, intent.outcomeAtMs)]),
    ...intent.orders.flatMap((order) => orderSpans(intent, order)),
  ];
}

/** From the close of the bar, which is when the bar is known, to the commit of what was decided on it. */
function decisionSpans(intent: TracedIntent): Span[] {
  const { barOpenTimeMs, timeframe, symbol, strategy, botId, createdAtMs } = intent;
  if (barOpenTimeMs === null) return [];
  const closedMs = barOpenTimeMs + timeframeMs(timeframe);
  const ofBar = { symbol, timeframe, bar_open_time: String(barOpenTimeMs) };
  return [
    span(intent, 'candle', null, {
      service: 'data',
      startMs: closedMs,
      endMs: closedMs,
      madeAtMs: createdAtMs,
      attributes: ofBar,
    }),
    span(intent, 'decision', 'candle', {
      service: 'bot',
      startMs: closedMs,
      endMs: createdAtMs,
      attributes: { bot_id: botId, strategy, ...ofBar },
    }),
  ];
}

function intentSpan(intent: TracedIntent, outcomeAtMs: number): Span {
  const { intentId, botId, network, symbol, side, outcome, outcomeReason, barOpenTimeMs } = intent;
  return span(intent, 'intent', barOpenTimeMs === null ? null : 'decision', {
    service: 'executor',
    startMs: intent.createdAtMs,
    endMs: outcomeAtMs,
    attributes: { intent_id: intentId, bot_id: botId, network, symbol, side, outcome: outcome ?? '' },
    failure: outcome === 'rejected' ? (outcomeReason ?? 'rejected') : null,
  });
}

const OPEN: ReadonlySet<OrderStatus> = new Set(['submitting', 'unknown', 'new', 'partially_filled']);
const UNSETTLED: ReadonlySet<OrderStatus> = new Set(['submitting', 'unknown']);
/** Protective orders rest: sending them is over when the exchange has them. */
const RESTING: ReadonlySet<OrderLeg> = new Set(['sl', 'tp']);

function orderSpans(intent: TracedIntent, order: TracedOrder): Span[] {
  const { orderId, leg, status, statusReason, clientOrderId, fills } = order;
  const name = `order:${orderId}`;
  const isResting = RESTING.has(leg);
  const isOver = isResting ? !UNSETTLED.has(status) : !OPEN.has(status);
  const placed = span(intent, name, 'intent', {
    service: 'executor',
    startMs: order.createdAtMs,
    endMs: order.updatedAtMs,
    // That a resting order fills, or is withdrawn, changes its row once more.
    madeAtMs: isResting ? order.createdAtMs : order.updatedAtMs,
    attributes: { order_id: orderId, client_order_id: clientOrderId, leg, status },
    failure: status === 'rejected' ? (statusReason ?? 'rejected') : null,
  });
  return [
    ...(isOver ? [placed] : []),
    ...fills.map(({ fillId, quantity, price, tradeTimeMs, bookedAtMs }) =>
      span(intent, `fill:${fillId}`, name, {
        service: 'executor',
        startMs: tradeTimeMs,
        endMs: bookedAtMs,
        attributes: { order_id: orderId, quantity, price },
      }),
    ),
  ];
}

type Content = Pick<Span, 'service' | 'startMs' | 'endMs' | 'attributes'> & {
  readonly madeAtMs?: number;
  readonly failure?: string | null;
};

/** `key` and `parent` are known within the intent; two intents may share a trace. */
function span(
  { traceId, intentId }: TracedIntent,
  key: string,
  parent: string | null,
  content: Content,
): Span {
  const idOf = (of: string) => sha256Hex(`${intentId}/${of}`).slice(0, 16);
  return {
    failure: null,
    madeAtMs: content.endMs,
    ...content,
    name: key.replace(/:.*/, ''),
    traceId: traceId.replaceAll('-', ''),
    spanId: idOf(key),
    parentSpanId: parent === null ? null : idOf(parent),
    // The clocks of exchange and database may differ by some milliseconds; nothing ends before it began.
    endMs: Math.max(content.startMs, content.endMs),
  };
}
