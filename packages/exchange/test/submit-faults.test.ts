/** For each way a submit can go wrong: what we say about it, and whether the venue's ledger agrees. */

import type { FaultRule } from '@platform/exchange-sim';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange, Order, SubmitOutcome } from '../src/index';
import {
  ledgerOrders,
  ledgerRequests,
  marketBuy,
  marketClose,
  newClientOrderId,
  SYMBOL,
  startVenue,
  type Venue,
} from './venue';

let venue: Venue;
let exchange: Exchange;

beforeAll(async () => {
  venue = await startVenue();
});
afterAll(() => venue.close());

beforeEach(() => {
  venue.sim.admin.reset();
  exchange = venue.connect({ timeoutMs: 5_000 });
});

const PLACE = { method: 'POST', path: '/fapi/v1/order', count: 1 } as const;

async function submitUnder(rule: Omit<FaultRule, 'method' | 'path'>, request = marketBuy('0.010')) {
  await exchange.clock.resync();
  venue.sim.admin.addFault({ ...PLACE, ...rule });
  const outcome = await exchange.orders.place(request);
  return { outcome, standing: ledgerOrders(venue.sim, request.clientOrderId).size, request };
}

const summary = (outcome: SubmitOutcome<Order>) => {
  if (outcome.kind === 'unknown') return `unknown ${outcome.cause}`;
  if (outcome.kind === 'rejected') return `rejected ${outcome.code} ${outcome.reason}`;
  return outcome.kind;
};

const UNKNOWN: readonly (readonly [name: string, rule: Omit<FaultRule, 'method' | 'path'>, cause: string])[] =
  [
    ['accept, then hang', { kind: 'hang' }, 'timeout'],
    ['accept, then reset', { kind: 'reset' }, 'connection_lost'],
    ['503 "Unknown error"', { kind: 'unknown_503' }, 'exchange_unsure'],
    ['-1006', { kind: 'unexpected_response' }, 'exchange_unsure'],
    ['-1007', { kind: 'timeout' }, 'exchange_unsure'],
    ['an undocumented code', { kind: 'error', code: -1999, message: 'new here' }, 'unclassified_answer'],
  ];

describe('faults after which the order may stand', () => {
  it.each(UNKNOWN)(
    'after "%s" an order is unknown, and stands when the venue took it',
    async (_name, rule, cause) => {
      const { outcome, standing } = await submitUnder({ ...rule, accepted: true });
      expect(summary(outcome)).toBe(`unknown ${cause}`);
      expect(standing).toBe(1);
    },
  );

  it.each(UNKNOWN)(
    'after "%s" an order is unknown as well when the venue did not take it',
    async (_name, rule, cause) => {
      const { outcome, standing } = await submitUnder({ ...rule, accepted: false });
      expect(summary(outcome)).toBe(`unknown ${cause}`);
      expect(standing).toBe(0);
    },
  );

  it('after 503 "Service Unavailable." an order is unknown by caution, and no order stands', async () => {
    const { outcome, standing } = await submitUnder({ kind: 'unavailable_503' });
    expect(summary(outcome)).toBe('unknown exchange_unavailable');
    expect(standing).toBe(0);
  });

  it('nothing is ever sent twice: one request per submit in every case', async () => {
    for (const [, rule] of UNKNOWN) await submitUnder(rule);
    const ids = ledgerRequests(venue.sim, 'POST', '/fapi/v1/order').map(
      (request) => (request['params'] as Record<string, string>)['newClientOrderId'],
    );
    expect(ids).toHaveLength(UNKNOWN.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a venue that cannot be reached got nothing, and the cause says so', async () => {
    const gone = await startVenue();
    const toGone = gone.connect();
    await toGone.clock.resync();
    await gone.sim.close();
    expect(summary(await toGone.orders.place(marketBuy('0.010')))).toMatch(
      /unknown (not_connected|connection_lost)/,
    );
    expect(summary(await toGone.orders.place(marketBuy('0.010')))).toBe('unknown not_connected');
    await toGone.close();
  });
});

it('a throttled order (-1008) does not stand, and exits still pass', async () => {
  await exchange.orders.place(marketBuy('0.020'));
  const { outcome, standing } = await submitUnder({ kind: 'throttle' });
  expect(outcome.kind).toBe('throttled');
  expect(standing).toBe(0);
  const next = marketBuy('0.010');
  expect((await exchange.orders.place(next)).kind).toBe('throttled');
  expect(ledgerOrders(venue.sim, next.clientOrderId).size).toBe(0);
  const exit = marketClose('0.010');
  expect((await exchange.orders.place(exit)).kind).toBe('accepted');
});

it('filters can be read while orders are throttled (-1008), so that exits can be rounded', async () => {
  await submitUnder({ kind: 'throttle' });
  expect((await exchange.account.positions(undefined, 'read')).kind).toBe('throttled');
  expect((await exchange.filters.of(SYMBOL)).kind).toBe('ok');
});

it.each(['rate_limit', 'ban'] as const)(
  '%s throttles until Retry-After, and not one request is sent before that',
  async (kind) => {
    const beforeMs = performance.now();
    const { outcome, standing } = await submitUnder({ kind, durationMs: 5_000 });
    if (outcome.kind !== 'throttled') throw new Error(summary(outcome));
    expect(outcome.untilMonotonicMs).toBeGreaterThanOrEqual(beforeMs + 5_000);
    expect(standing).toBe(0);
    const sentBefore = venue.sim.admin.ledger({ kinds: ['request'] }).length;
    expect((await exchange.orders.place(marketClose('0.010'))).kind).toBe('throttled');
    expect((await exchange.orders.cancelAll(SYMBOL)).kind).toBe('throttled');
    expect((await exchange.account.positions()).kind).toBe('throttled');
    expect(venue.sim.admin.ledger({ kinds: ['request'] }).length).toBe(sentBefore);
  },
);

describe('definitive refusals', () => {
  const cases: readonly (readonly [string, () => Promise<SubmitOutcome<unknown>>])[] = [
    ['-1111 precision', () => exchange.orders.place(marketBuy('0.0100001'))],
    [
      '-2019 margin_insufficient',
      async () => {
        await exchange.account.setLeverage(SYMBOL, 1);
        return exchange.orders.place(marketBuy('5'));
      },
    ],
    ['-2022 reduce_only_refused', () => exchange.orders.place(marketClose('0.010'))],
    [
      '-4164 notional_too_small',
      () => {
        venue.sim.admin.changeFilters(SYMBOL, { minNotional: '500' });
        return exchange.orders.place(marketBuy('0.001'));
      },
    ],
  ];

  it.each(cases)('%s is a rejection with its meaning, and no order stands', async (expected, submit) => {
    const outcome = await submit();
    expect(summary(outcome as SubmitOutcome<Order>)).toBe(`rejected ${expected}`);
    expect(venue.sim.admin.ledger({ kinds: ['order', 'algo'] })).toEqual([]);
  });

  it('-4118 says that a resting reduce-only order conflicts with an exit, and cancelling it clears the way', async () => {
    expect((await exchange.orders.place(marketBuy('0.010'))).kind).toBe('accepted');
    const mark = await exchange.marketData.markPrice(SYMBOL);
    if (mark.kind !== 'ok') throw new Error(mark.kind);
    const price = (Math.round(Number(mark.value.markPrice) * 1.02 * 10) / 10).toFixed(1);
    const resting = marketClose('0.010', {
      type: 'limit',
      price,
      timeInForce: 'gtc',
    });
    expect((await exchange.orders.place(resting)).kind).toBe('accepted');
    const second = { ...resting, clientOrderId: newClientOrderId() };
    expect(summary(await exchange.orders.place(second))).toBe('rejected -4118 reduce_only_conflict');
    expect(ledgerOrders(venue.sim, second.clientOrderId).size).toBe(0);
    expect(await exchange.orders.cancel(resting)).toEqual({ kind: 'cancelled' });
    expect((await exchange.orders.place(marketClose('0.010'))).kind).toBe('accepted');
  });

  it('-4120 refuses conditional types at the plain endpoint, which the port cannot even express', async () => {
    const { outcome, standing } = await submitUnder({ kind: 'error', code: -4120, accepted: false });
    expect(summary(outcome)).toBe('rejected -4120 conditional_orders_only_elsewhere');
    expect(standing).toBe(0);
  });

  it.each(['1e-3', '0.01000000000000000000001', 'NaN', '-1', '0.01 '])(
    'quantity %j never leaves this process',
    async (quantity) => {
      const outcome = await exchange.orders.place(marketBuy(quantity));
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'local', reason: 'bad_request' });
      expect(ledgerRequests(venue.sim, 'POST', '/fapi/v1/order')).toEqual([]);
    },
  );
});

it('an id submitted again while its first order is open is found as a duplicate, and one order stands', async () => {
  const mark = await exchange.marketData.markPrice(SYMBOL);
  if (mark.kind !== 'ok') throw new Error(mark.kind);
  const price = (Math.round(Number(mark.value.markPrice) * 0.97 * 10) / 10).toFixed(1);
  const request = marketBuy('0.010', { type: 'limit', price, timeInForce: 'gtc' });
  expect((await exchange.orders.place(request)).kind).toBe('accepted');
  expect(summary(await exchange.orders.place(request))).toBe('unknown duplicate_client_order_id');
  expect(await exchange.orders.query(request)).toMatchObject({ kind: 'found', order: { status: 'new' } });
  expect(ledgerOrders(venue.sim, request.clientOrderId).size).toBe(1);
});

describe('time', () => {
  it.each([600_000, -600_000])(
    'an exit at a venue %s ms away is refused with -1021, and sent once more after one look at its clock',
    async (skewMs) => {
      expect((await exchange.orders.place(marketBuy('0.010'))).kind).toBe('accepted');
      venue.sim.admin.changeClock({ skewMs });
      const request = marketClose('0.010');
      expect((await exchange.orders.place(request)).kind).toBe('accepted');
      expect(ledgerOrders(venue.sim, request.clientOrderId).size).toBe(1);
      const sent = ledgerRequests(venue.sim, 'POST', '/fapi/v1/order').slice(1);
      expect(sent.map((entry) => entry['answered'])).toEqual([{ status: 400, code: -1021 }, { status: 200 }]);
    },
  );

  it('an entry refused with -1021 is not sent again: who approved it must look again; the next one passes', async () => {
    await exchange.clock.resync();
    venue.sim.admin.changeClock({ skewMs: 600_000 });
    const request = marketBuy('0.010');
    expect(summary(await exchange.orders.place(request))).toBe('rejected -1021 clock');
    expect(ledgerRequests(venue.sim, 'POST', '/fapi/v1/order')).toHaveLength(1);
    await exchange.clock.resync();
    expect((await exchange.orders.place(marketBuy('0.010'))).kind).toBe('accepted');
  });

  it.each([600_000, -600_000])('a local wall clock that jumps %s ms changes nothing', async (jumpMs) => {
    let offsetMs = 0;
    const jumping = venue.connect({
      clock: { nowMs: () => Date.now() + offsetMs, monotonicMs: () => performance.now() },
    });
    await jumping.clock.resync();
    offsetMs = jumpMs;
    const request = marketBuy('0.010');
    expect((await jumping.orders.place(request)).kind).toBe('accepted');
    expect(ledgerRequests(venue.sim, 'POST', '/fapi/v1/order')).toHaveLength(1);
  });

  it('a venue that stays wrong about the time is a rejection after one retry, never a loop', async () => {
    await exchange.clock.resync();
    venue.sim.admin.addFault({ ...PLACE, count: 5, kind: 'error', code: -1021, accepted: false });
    expect(summary(await exchange.orders.place(marketClose('0.010')))).toBe('rejected -1021 clock');
    expect(ledgerRequests(venue.sim, 'POST', '/fapi/v1/order')).toHaveLength(2);
  });

  it('a venue that refuses to give its time does not stop a call', async () => {
    venue.sim.admin.addFault({ kind: 'error', method: 'GET', path: '/fapi/v1/time', code: -1021 });
    expect(await exchange.clock.resync()).toMatchObject({ kind: 'rejected', reason: 'clock' });
    expect((await exchange.orders.place(marketBuy('0.010'))).kind).toBe('accepted');
  });
});
