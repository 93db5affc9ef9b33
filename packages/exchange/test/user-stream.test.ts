/**
 * The user stream under the venue's faults: it may lose and repeat events, but it never lies about being
 * whole.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange, StreamHandle, UserEvent } from '../src/index';
import { good, ledgerRequests, marketBuy, newClientOrderId, SYMBOL, startVenue, type Venue } from './venue';

let venue: Venue;
let exchange: Exchange;
let stream: StreamHandle;
let events: UserEvent[];

/** Quick enough for a test, slow enough that a busy machine is not taken for a mute venue. */
const QUICK = {
  heartbeatMs: 3_000,
  expectEventWithinMs: 1_500,
  extendKeyEveryMs: 60_000,
  rotateAfterMs: 60_000,
};

beforeAll(async () => {
  venue = await startVenue();
});
afterAll(() => venue.close());

beforeEach(() => {
  venue.sim.admin.reset();
});
afterEach(() => stream.close());

async function open(settings: Partial<typeof QUICK> = {}): Promise<void> {
  exchange = venue.connect({ streams: { ...QUICK, ...settings } });
  events = [];
  stream = exchange.userStream.open((event) => events.push(event));
  await eventually(() => expect(stream.isLive()).toBe(true));
}

const gaps = () => events.filter((event) => event.kind === 'gap');
const ordersOf = (id: string) =>
  events.flatMap((event) => (event.kind === 'order' && event.order.clientOrderId === id ? [event] : []));
const tradeIds = (id: string) =>
  ordersOf(id).flatMap(({ fill }) => (fill === undefined ? [] : [fill.tradeId]));

async function buy(): Promise<string> {
  const request = marketBuy('0.010');
  good(await exchange.orders.place(request));
  return request.clientOrderId;
}

describe('events', () => {
  it('every connect begins with a gap, so that the listener reads before it trusts', async () => {
    await open();
    expect(events[0]).toEqual({ kind: 'gap', reason: 'first connect' });
  });

  it('every attempt that gets no listen key is announced, so that a stream that never comes is seen', async () => {
    const path = '/fapi/v1/listenKey';
    venue.sim.admin.addFault({ kind: 'unavailable_503', method: 'POST', path, count: 2 });
    await open();
    expect(events.slice(0, 3)).toMatchObject([
      { kind: 'down', reason: expect.stringContaining('no listen key') },
      { kind: 'down' },
      { kind: 'gap' },
    ]);
  });

  it('a duplicated event arrives twice with the same trade id', async () => {
    await open();
    venue.sim.admin.addFault({ kind: 'duplicate_event', event: 'ORDER_TRADE_UPDATE' });
    const id = await buy();
    await eventually(() => expect(tradeIds(id).length).toBeGreaterThanOrEqual(2));
    expect(new Set(tradeIds(id)).size).toBeLessThan(tradeIds(id).length);
  });

  it('reordered events carry the statuses and times that put them right', async () => {
    await open();
    venue.sim.admin.addFault({ kind: 'delay_event', event: 'ORDER_TRADE_UPDATE', durationMs: 300, count: 1 });
    const id = await buy();
    await eventually(() => expect(ordersOf(id).at(-1)).toMatchObject({ order: { status: 'new' } }));
    const [first, last] = [ordersOf(id)[0]!, ordersOf(id).at(-1)!];
    expect(first.fill).toBeDefined();
    expect(last.occurredAtMs).toBeLessThanOrEqual(first.occurredAtMs);
    expect(last.order.orderId).toBe(first.order.orderId);
  });

  it('an account event that is overtaken by the fill that caused it still arrives', async () => {
    await open();
    venue.sim.admin.addFault({ kind: 'reorder_events', event: 'ACCOUNT_UPDATE', durationMs: 300, count: 1 });
    const id = await buy();
    await eventually(() => expect(events.at(-1)).toMatchObject({ kind: 'account', reason: 'ORDER' }));
    expect(tradeIds(id)).not.toEqual([]);
  });

  it('a late event is still delivered', async () => {
    await open({ expectEventWithinMs: 30_000 });
    venue.sim.admin.addFault({ kind: 'delay_event', event: 'ORDER_TRADE_UPDATE', durationMs: 3_000 });
    const id = await buy();
    expect(ordersOf(id)).toEqual([]);
    await eventually(() => expect(tradeIds(id)).not.toEqual([]));
    expect(gaps()).toHaveLength(1);
  });

  it('a liquidation is recognised as forced by the venue', async () => {
    await open();
    await buy();
    venue.sim.admin.liquidate('main', SYMBOL);
    await eventually(() =>
      expect(events.some((event) => event.kind === 'order' && event.order.forcedBy === 'liquidation')).toBe(
        true,
      ),
    );
  });

  it('a stop is reported from new through triggered to finished, and names the order it made', async () => {
    await open();
    await buy();
    const mark = good<{ markPrice: string }>(await exchange.marketData.markPrice(SYMBOL));
    const stop = {
      symbol: SYMBOL,
      positionSide: 'long',
      clientOrderId: newClientOrderId(),
      type: 'stop_market',
      triggerPrice: (Number(mark.markPrice) * 0.98).toFixed(1),
      triggerSource: 'mark',
      size: { kind: 'close_position' },
    } as const;
    good(await exchange.conditionalOrders.place(stop));
    venue.sim.admin.changeMarket({ symbol: SYMBOL, factor: 0.96 });
    const mine = () =>
      events.flatMap((event) =>
        event.kind === 'conditional' && event.order.clientOrderId === stop.clientOrderId ? [event.order] : [],
      );
    await eventually(() => expect(mine().at(-1)).toMatchObject({ status: 'finished' }));
    expect(mine()[0]).toMatchObject({ status: 'new', orderId: undefined });
    expect(mine().at(-1)!.orderId).toMatch(/^\d+$/);
  });
});

describe('a stream that is not whole', () => {
  it('dropped events prove the stream mute: it reconnects and says gap', async () => {
    await open();
    const rule = venue.sim.admin.addFault({ kind: 'drop_event' });
    await buy();
    await eventually(() => expect(events).toContainEqual({ kind: 'down', reason: 'mute stream' }));
    venue.sim.admin.clearFaults(rule.id);
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    expect(gaps().at(-1)).toEqual({ kind: 'gap', reason: 'mute stream' });
  });

  it('a listen key that expires with notice is replaced at once, with a gap', async () => {
    await open();
    venue.sim.admin.expireListenKey('main', false);
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    const id = await buy();
    await eventually(() => expect(tradeIds(id)).not.toEqual([]));
  });

  it('a listen key that dies silently is noticed at the next order, and the new stream carries events', async () => {
    await open();
    expect(venue.sim.admin.expireListenKey('main', true)).toBe(true);
    await buy();
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    const id = await buy();
    await eventually(() => expect(tradeIds(id)).not.toEqual([]));
  });

  it('a listen key that dies silently is noticed without any order when it is extended', async () => {
    await open({ extendKeyEveryMs: 300 });
    await eventually(() =>
      expect(ledgerRequests(venue.sim, 'PUT', '/fapi/v1/listenKey').length).toBeGreaterThan(0),
    );
    expect(gaps()).toHaveLength(1);
    venue.sim.admin.expireListenKey('main', true);
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    expect(gaps().at(-1)).toEqual({ kind: 'gap', reason: 'listen key refused (-1125)' });
  });

  it('an event before the answer to its order does not count as missing', async () => {
    await open();
    venue.sim.admin.addFault({ kind: 'latency', method: 'POST', path: '/fapi/v1/order', durationMs: 300 });
    await buy();
    await sleep(2_500);
    expect(gaps()).toHaveLength(1);
  });

  it('a cut connection comes back by itself with a gap', async () => {
    await open();
    expect(venue.sim.admin.disconnect('private')).toBe(1);
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    expect(stream.isLive()).toBe(true);
  });

  it('a connection is replaced before its time limit, with a gap', async () => {
    await open({ rotateAfterMs: 700 });
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    expect(gaps()[1]).toEqual({ kind: 'gap', reason: 'rotated before the time limit' });
  });
});
