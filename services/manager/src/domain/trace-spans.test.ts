import { expect, it } from 'vitest';
import { spansOf, type TracedIntent, type TracedOrder } from './trace-spans';

const BAR_MS = Date.parse('2026-11-17T09:00:00Z');
const CLOSED_MS = BAR_MS + 60_000;
const FILL = {
  fillId: '7',
  quantity: '1',
  price: '100',
  tradeTimeMs: CLOSED_MS + 90,
  bookedAtMs: CLOSED_MS + 95,
};
const ENTRY: TracedOrder = {
  orderId: 'o-1',
  leg: 'entry',
  status: 'filled',
  statusReason: null,
  clientOrderId: 'c-1',
  createdAtMs: CLOSED_MS + 60,
  updatedAtMs: CLOSED_MS + 96,
  fills: [FILL],
};
const INTENT: TracedIntent = {
  traceId: '01923456-789a-7000-8000-0000000000cd',
  intentId: 'i-1',
  botId: 'b-1',
  strategy: 'psar',
  symbol: 'BTCUSDT',
  timeframe: '1m',
  network: 'testnet',
  side: 'long',
  barOpenTimeMs: BAR_MS,
  createdAtMs: CLOSED_MS + 50,
  outcome: 'accepted',
  outcomeReason: null,
  outcomeAtMs: CLOSED_MS + 97,
  orders: [ENTRY],
};

it('the spans of a decision lead from bar to fill, each the child of the one before, in one trace', () => {
  const spans = spansOf(INTENT);
  expect(spans.map(({ name, service }) => [name, service])).toEqual([
    ['candle', 'data'],
    ['decision', 'bot'],
    ['intent', 'executor'],
    ['order', 'executor'],
    ['fill', 'executor'],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['01923456789a700080000000000000cd']));
  expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([
    null,
    ...spans.slice(0, -1).map(({ spanId }) => spanId),
  ]);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5);
  expect(spans.every(({ spanId }) => /^[0-9a-f]{16}$/.test(spanId))).toBe(true);
  expect(spans[1]).toMatchObject({ startMs: CLOSED_MS, endMs: CLOSED_MS + 50 });
});

it('the spans of a decision are the same whenever they are made', () => {
  expect(spansOf(INTENT)).toEqual(spansOf(structuredClone(INTENT)));
});

it('the spans of a decision leave out what is not over yet', () => {
  const open = { ...ENTRY, status: 'partially_filled' as const };
  const waiting = { ...INTENT, outcome: null, outcomeAtMs: null, orders: [open] };
  expect(spansOf(waiting).map(({ name }) => name)).toEqual(['candle', 'decision', 'fill']);
});

it('the spans of a stop are over when the exchange has it', () => {
  const stop = { ...ENTRY, leg: 'sl' as const, fills: [] };
  const names = (status: TracedOrder['status']) =>
    spansOf({ ...INTENT, orders: [{ ...stop, status }] }).map(({ name }) => name);
  expect(names('submitting')).not.toContain('order');
  expect(names('new')).toContain('order');
});

it('the spans of a stop that fills count as made when it was placed, and its fill when it was booked', () => {
  const DAY_MS = 86_400_000;
  const late = { ...FILL, bookedAtMs: CLOSED_MS + DAY_MS };
  const stop = { ...ENTRY, leg: 'sl' as const, updatedAtMs: late.bookedAtMs, fills: [late] };
  const made = spansOf({ ...INTENT, orders: [stop] }).map(({ name, madeAtMs }) => [
    name,
    madeAtMs - CLOSED_MS,
  ]);
  expect(made).toEqual([
    ['candle', 50],
    ['decision', 50],
    ['intent', 97],
    ['order', 60],
    ['fill', DAY_MS],
  ]);
});

it('the spans of a refusal say why, and never end before they begin', () => {
  const refused = {
    ...INTENT,
    outcome: 'rejected',
    outcomeReason: 'stale_fence',
    outcomeAtMs: 0,
    orders: [],
  };
  expect(spansOf(refused).at(-1)).toMatchObject({
    name: 'intent',
    failure: 'stale_fence',
    endMs: CLOSED_MS + 50,
  });
});

it('the spans of what an operator asked for begin with the intent', () => {
  const manual = spansOf({ ...INTENT, barOpenTimeMs: null });
  expect(manual[0]).toMatchObject({ name: 'intent', parentSpanId: null });
});
