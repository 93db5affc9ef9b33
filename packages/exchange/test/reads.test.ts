/** What reads may get wrong: they lag, their rules change, their numbers are large, and their budget ends. */
import { DEFAULT_LIMITS, SIM_KEYS } from '@platform/exchange-sim';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AccountSettings,
  ConditionalOrder,
  Exchange,
  KeyPermissions,
  Order,
  SymbolFilters,
} from '../src/index';
import {
  good,
  ledgerOrders,
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
  exchange = venue.connect();
});

const keys = (key: { key: string; secret: string }) => ({ apiKey: key.key, apiSecret: key.secret });

describe('stale reads', () => {
  it('an accepted order may be not found, in either space and in both lists; later reads find it', async () => {
    const request = marketBuy('0.010');
    good(await exchange.orders.place(request));
    const stop = {
      symbol: SYMBOL,
      positionSide: 'long',
      clientOrderId: newClientOrderId(),
      type: 'stop_market',
      triggerPrice: '50000.0',
      triggerSource: 'mark',
      size: { kind: 'close_position' },
    } as const;
    good(await exchange.conditionalOrders.place(stop));
    venue.sim.admin.addFault({ kind: 'stale_reads', durationMs: 30_000 });
    expect(await exchange.orders.query(request)).toEqual({ kind: 'not_found' });
    expect(await exchange.conditionalOrders.query(stop)).toEqual({ kind: 'not_found' });
    expect(good(await exchange.conditionalOrders.open(SYMBOL))).toEqual([]);
    expect(ledgerOrders(venue.sim, request.clientOrderId).size).toBe(1);
    venue.sim.admin.clearFaults();
    expect(await exchange.orders.query(request)).toMatchObject({
      kind: 'found',
      order: { status: 'filled' },
    });
    expect(await exchange.conditionalOrders.query(stop)).toMatchObject({ kind: 'found' });
  });
});

it('an order id above 2^53 is the same text in answer, query, lists, trades, stream and ledger', async () => {
  const fromStream: string[] = [];
  const stream = exchange.userStream.open((event) => {
    if (event.kind === 'order') fromStream.push(event.order.orderId);
  });
  await eventually(() => expect(stream.isLive()).toBe(true));
  // The first id of a run may end in zeros, which even a rounded double would print the same.
  good(await exchange.orders.place(marketBuy('0.010')));
  const request = marketBuy('0.010');
  const { orderId } = good<Order>(await exchange.orders.place(request));
  expect(String(Number(orderId))).not.toBe(orderId);
  const ledger = await fetch(`${venue.sim.url}/admin/ledger?kinds=order`);
  expect(await ledger.text()).toContain(`"orderId":${orderId},`);
  expect(good<Order>(await exchange.orders.query(request)).orderId).toBe(orderId);
  const history = good<Order[]>(await exchange.orders.history(SYMBOL, {}));
  expect(history.at(-1)!.orderId).toBe(orderId);
  const trades = good<{ orderId: string }[]>(
    await exchange.account.trades(SYMBOL, { fromMs: Date.now() - 3_600_000 }),
  );
  expect(trades.at(-1)!.orderId).toBe(orderId);
  await eventually(() => expect(fromStream.at(-1)).toBe(orderId));
  await stream.close();
});

it('a history of more orders than a page has all of them, in either order space', async () => {
  const { admin } = venue.sim;
  const sinceMs = Date.now() - 3_600_000;
  const resting = { symbol: SYMBOL, quantity: '0.010' };
  const plain = { ...resting, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '40000' };
  const stop = { ...resting, side: 'SELL', type: 'STOP_MARKET', triggerPrice: '40000' };
  const placed = { plain: new Set<string>(), stops: new Set<string>() };
  for (let batch = 0; batch < 12; batch += 1) {
    for (let n = 0; n < 100; n += 1) {
      const id = `page_${batch}_${n}`;
      if (admin.trade('main', { ...plain, newClientOrderId: id }).ok) placed.plain.add(id);
      if (admin.algo('main', { ...stop, clientAlgoId: id }).ok) placed.stops.add(id);
    }
    admin.cancel('main');
  }
  const idsIn = async (space: 'orders' | 'conditionalOrders') => {
    const history = good<Order[]>(await exchange[space].history(SYMBOL, { fromMs: sinceMs }));
    return new Set(history.map((order) => order.clientOrderId).filter((id) => id.startsWith('page_')));
  };
  expect([placed.plain.size, placed.stops.size]).toEqual([1_200, 1_200]);
  expect(await idsIn('orders')).toEqual(placed.plain);
  expect(await idsIn('conditionalOrders')).toEqual(placed.stops);
});

describe('filters', () => {
  it('a filter that changes while we run: one rejection, then the new filter is known and the order passes', async () => {
    expect(good<SymbolFilters>(await exchange.filters.of(SYMBOL)).quantity.step).toBe('0.001');
    venue.sim.admin.changeFilters(SYMBOL, { stepSize: '0.010', minQty: '0.010' });
    expect(good<SymbolFilters>(await exchange.filters.of(SYMBOL)).quantity.step).toBe('0.001');
    expect(await exchange.orders.place(marketBuy('0.015'))).toMatchObject({
      kind: 'rejected',
      reason: 'precision',
    });
    expect(good<SymbolFilters>(await exchange.filters.of(SYMBOL)).quantity.step).toBe('0.010');
    expect((await exchange.orders.place(marketBuy('0.010'))).kind).toBe('accepted');
  });

  it('a symbol that stops trading is seen after the refusal', async () => {
    await exchange.filters.of(SYMBOL);
    venue.sim.admin.changeFilters(SYMBOL, { status: 'BREAK' });
    expect((await exchange.orders.place(marketBuy('0.010'))).kind).toBe('rejected');
    expect(good<SymbolFilters>(await exchange.filters.of(SYMBOL)).isTrading).toBe(false);
  });
});

it('reads stop at three fifths of the weight, entries at four; exits pass, and no 429 is caused', async () => {
  const tight = await startVenue({ limits: { ...DEFAULT_LIMITS, weightPerMinute: 200 } });
  const thrifty = tight.connect();
  good(await thrifty.filters.of(SYMBOL));
  good(await thrifty.orders.place(marketBuy('0.010')));
  let reads = 0;
  while ((await thrifty.account.positions(SYMBOL)).kind === 'ok') reads++;
  expect(reads).toBeLessThanOrEqual(24);
  expect((await thrifty.account.setLeverage(SYMBOL, 10)).kind).toBe('ok');
  expect((await thrifty.account.positions(SYMBOL, 'exit')).kind).toBe('ok');
  good(await thrifty.orders.place(marketClose('0.010')));
  const requests = tight.sim.admin.ledger({ kinds: ['request'] });
  expect(
    requests.map((entry) => (entry.data as { answered: { status: number } }).answered.status),
  ).not.toContain(429);
  await tight.close();
});

it('the account says whether other assets count as margin, and whether fees are paid at a discount', async () => {
  const changed = async (setting: 'multiAssets' | 'feeBurn', on: boolean) => {
    expect(venue.sim.admin.configure('main', { setting, on }).ok).toBe(true);
    const { isMultiAssets } = good<AccountSettings>(await exchange.account.settings());
    return [isMultiAssets, good<boolean>(await exchange.account.hasFeeDiscount())];
  };
  expect(await changed('multiAssets', true)).toEqual([true, true]);
  expect(await changed('feeBurn', false)).toEqual([true, false]);
});

describe('keys', () => {
  it.each([
    ['readOnly', { canRead: true, canTradeFutures: false, canWithdraw: false }],
    ['trading', { canRead: true, canTradeFutures: true, canWithdraw: false }],
    ['withdrawing', { canRead: true, canTradeFutures: true, canWithdraw: true }],
  ] as const)('the key probe says what the %s key may do', async (name, expected) => {
    const probing = venue.connect({ credentials: keys(SIM_KEYS[name]) });
    expect(good<KeyPermissions>(await probing.account.keyPermissions())).toMatchObject(expected);
  });

  it('a read-only key cannot place, a wrong secret cannot read, no key at all never leaves', async () => {
    const readOnly = venue.connect({ credentials: keys(SIM_KEYS.readOnly) });
    expect(await readOnly.orders.place(marketBuy('0.010'))).toMatchObject({
      kind: 'rejected',
      reason: 'credentials',
    });
    const wrong = venue.connect({ credentials: { apiKey: SIM_KEYS.trading.key, apiSecret: 'wrong' } });
    expect(await wrong.account.balances()).toMatchObject({ kind: 'rejected', reason: 'credentials' });
    const none = venue.connect({ credentials: undefined });
    expect(await none.account.balances()).toMatchObject({
      kind: 'rejected',
      code: 'local',
      reason: 'credentials',
    });
    expect(venue.sim.admin.ledger({ kinds: ['order'] })).toEqual([]);
  });
});

describe('conditional orders that are refused', () => {
  it('a stop rejected at placement is a rejection; the position has no stop in the ledger', async () => {
    good(await exchange.orders.place(marketBuy('0.010')));
    venue.sim.admin.addFault({ kind: 'stop_rejected', count: 1 });
    const stop = {
      symbol: SYMBOL,
      positionSide: 'long',
      clientOrderId: newClientOrderId(),
      type: 'stop_market',
      triggerPrice: '50000.0',
      triggerSource: 'last',
      size: { kind: 'reduce', quantity: '0.010' },
    } as const;
    expect(await exchange.conditionalOrders.place(stop)).toMatchObject({ kind: 'rejected', code: '-2010' });
    expect(ledgerOrders(venue.sim, stop.clientOrderId).size).toBe(0);
    const placed = good<ConditionalOrder>(await exchange.conditionalOrders.place(stop));
    expect(placed).toMatchObject({ status: 'new', isReducing: true });
  });
});
