import { describe, expect, it } from 'vitest';
import { codeOf, granted, NOW, newBench } from './fixture';
import { cancelOrder } from './orders';

const buy = { side: 'BUY', type: 'MARKET' };
const sell = { side: 'SELL', type: 'MARKET' };
const limit = (side: string, price: number, quantity: string, timeInForce = 'GTC') => ({
  side,
  type: 'LIMIT',
  timeInForce,
  price: price.toFixed(1),
  quantity,
});

describe('an order is refused with the venue code', () => {
  const { price } = newBench();
  const rows: readonly (readonly [string, number, Record<string, string>])[] = [
    ['unknown symbol', -1121, { ...buy, symbol: 'NOPEUSDT', quantity: '1' }],
    ['unknown side', -1117, { side: 'HOLD', type: 'MARKET', quantity: '1' }],
    ['unknown type', -1116, { side: 'BUY', type: 'ICEBERG', quantity: '1' }],
    ['conditional type', -4120, { side: 'BUY', type: 'STOP_MARKET', quantity: '1' }],
    ['no time in force', -1102, { side: 'BUY', type: 'LIMIT', quantity: '1', price: '1' }],
    ['needless time in force', -1106, { ...buy, timeInForce: 'GTC', quantity: '1' }],
    ['no quantity', -1102, buy],
    ['an exponent', -1100, { ...buy, quantity: '1e-3' }],
    ['zero quantity', -4003, { ...buy, quantity: '0' }],
    ['too fine a quantity', -1111, { ...buy, quantity: '0.0001' }],
    ['too large a quantity', -4005, { ...buy, quantity: '100000' }],
    ['too fine a price', -1111, { ...limit('BUY', 1, '1'), price: '50000.01' }],
    ['a price far above the mark', -4016, limit('BUY', price * 1.2, '0.01')],
    ['an offer far below the mark', -4024, limit('SELL', price * 0.8, '0.01')],
    ['too small a value', -4164, limit('BUY', price * 0.9, '0.001')],
    ['too little margin', -2019, { ...buy, quantity: '20' }],
    ['nothing to reduce', -2022, { ...sell, quantity: '0.01', reduceOnly: 'true' }],
    ['a long client id', -4015, { ...buy, quantity: '0.01', newClientOrderId: 'x'.repeat(37) }],
    ['a strange client id', -1100, { ...buy, quantity: '0.01', newClientOrderId: 'a b' }],
    ['a hedge side', -4061, { ...buy, quantity: '0.01', positionSide: 'LONG' }],
    ['post-only that would trade', -5022, limit('BUY', price * 1.01, '0.01', 'GTX')],
    ['fill-or-kill that cannot', -5021, limit('BUY', price * 0.99, '0.01', 'FOK')],
  ];
  it.each(rows)('an order with %s is refused with the venue code %i', (_name, code, params) => {
    const bench = newBench();
    const limited = code === -4164 ? { ...params, quantity: '0.001', price: '60000.0' } : params;
    expect(codeOf(bench.place(limited))).toBe(code);
    expect(bench.account.openOrders.size + bench.account.fills.length).toBe(0);
    expect(bench.venue.takeEvents()).toEqual([]);
  });
});

describe('orders', () => {
  it('a market order fills at the book, pays the taker fee and opens a position', () => {
    const { venue, account, place } = newBench();
    const order = granted(place({ ...buy, quantity: '0.500' }));
    expect(order.status).toBe('FILLED');
    const fees = account.fills.reduce((sum, fill) => sum + fill.commission.toNumber(), 0);
    expect(fees).toBeCloseTo(order.quoteFilled.toNumber() * 0.0004, 4);
    expect(account.position('BTCUSDT', 'BOTH').amount.toFixed()).toBe('0.5');
    expect(venue.takeEvents()[0]).toMatchObject({ kind: 'order', execution: 'NEW' });
  });

  it('a market order larger than the book fills in parts and expires with the rest', () => {
    const { venue, place } = newBench();
    venue.listings.get('BTCUSDT')!.liquidity = 0.0005;
    const order = granted(place({ ...buy, quantity: '5' }));
    expect(order.status).toBe('EXPIRED');
    expect(order.executed.gt(0) && order.executed.lt(5)).toBe(true);
  });

  it('a client id is free again once its order has ended, and names the newest order', () => {
    const { account, venue, place, price } = newBench();
    const params = { ...limit('BUY', price * 0.96, '0.01'), newClientOrderId: 'entry-1' };
    const first = granted(place(params));
    expect(codeOf(place(params))).toBe(-4116);
    cancelOrder(venue, account, first, NOW);
    const second = granted(place(params));
    expect(account.orders.byClientId('entry-1', NOW)?.id).toBe(second.id);
    expect(second.id).not.toBe(first.id);
  });

  it('a reduce-only order larger than the position is cut to it', () => {
    const { account, place } = newBench();
    place({ ...buy, quantity: '0.100' });
    const exit = granted(place({ ...sell, quantity: '0.500', reduceOnly: 'true' }));
    expect(exit).toMatchObject({ status: 'FILLED' });
    expect(exit.quantity.toFixed()).toBe('0.1');
    expect(account.position('BTCUSDT', 'BOTH').amount.isZero()).toBe(true);
  });

  it('a resting full-size reduce-only order blocks a flatten with -4118 until it is cancelled', () => {
    const { account, venue, place, price } = newBench();
    place({ ...buy, quantity: '0.100' });
    const target = granted(place({ ...limit('SELL', price * 1.04, '0.100'), reduceOnly: 'true' }));
    const flatten = { ...sell, quantity: '0.100', reduceOnly: 'true' };
    expect(codeOf(place(flatten))).toBe(-4118);
    cancelOrder(venue, account, target, NOW);
    expect(granted(place(flatten)).status).toBe('FILLED');
  });

  it('a reduce-only order that has nothing left to reduce expires', () => {
    const { account, place, price } = newBench();
    place({ ...buy, quantity: '0.100' });
    const target = granted(place({ ...limit('SELL', price * 1.04, '0.050'), reduceOnly: 'true' }));
    place({ ...sell, quantity: '0.100' });
    expect(account.orders.get(target.id, NOW)?.status).toBe('EXPIRED');
  });

  it('an immediate-or-cancel order leaves nothing resting', () => {
    const { account, place, price } = newBench();
    expect(granted(place(limit('BUY', price * 0.99, '0.01', 'IOC'))).status).toBe('EXPIRED');
    expect(account.openOrders.size).toBe(0);
  });

  it('a venue remembers what an order looked like at an earlier moment', () => {
    const { account, venue, place, price } = newBench();
    const order = granted(place(limit('BUY', price * 0.96, '0.01')));
    cancelOrder(venue, account, order, NOW + 5000);
    expect(account.orders.get(order.id, NOW - 1)).toBeUndefined();
    expect(account.orders.get(order.id, NOW + 4999)?.status).toBe('NEW');
    expect(account.orders.get(order.id, NOW + 5000)?.status).toBe('CANCELED');
  });
});
