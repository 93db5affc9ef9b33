import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { type Listener, priceOf, signedCall, until, userStream } from './harness';

const ETH = { symbol: 'ETHUSDT' };

describe('orders change and end as the venue documents', () => {
  let sim: RunningSim;
  let user: Listener;
  let price: number;
  const send = async (method: string, path: string, params = {}) =>
    (await signedCall(sim, method, `/fapi/v1/${path}`, params)).json;
  const limit = (factor: number, more = {}) => ({
    ...ETH,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.1',
    price: (price * factor).toFixed(2),
    ...more,
  });
  beforeAll(async () => {
    sim = await startSim({ speed: 0 });
    user = await userStream(sim);
    price = await priceOf(sim, 'ETHUSDT');
  });
  afterAll(async () => {
    user.socket.close();
    await sim.close();
  });

  it('an amended order keeps its id, is heard of, and stands in the history with before and after', async () => {
    const { orderId } = await send('POST', 'order', limit(0.97));
    const change = { ...ETH, orderId: String(orderId), side: 'BUY' };
    const next = { quantity: '0.2', price: (price * 0.98).toFixed(2) };
    expect((await send('PUT', 'order', { ...change, ...next, side: 'SELL' })).code).toBe(-1117);
    expect((await send('PUT', 'order', { ...change, quantity: '0.2' })).code).toBe(-1102);
    const amended = await send('PUT', 'order', { ...change, ...next });
    expect(amended).toMatchObject({ orderId, status: 'NEW', origQty: '0.200' });
    expect((await send('PUT', 'order', { ...change, ...next })).code).toBe(-5027);
    await until(() => user.messages.some((message) => message.o?.x === 'AMENDMENT'), 'the amendment');
    expect(await send('GET', 'orderAmendment', ETH)).toMatchObject([
      {
        orderId,
        amendment: {
          price: { before: (price * 0.97).toFixed(2), after: next.price },
          origQty: { before: '0.100', after: '0.200' },
          count: 1,
        },
      },
    ]);
    const traded = await send('PUT', 'order', {
      ...change,
      quantity: '0.2',
      price: (price * 1.01).toFixed(2),
    });
    expect(traded.status).toBe('FILLED');
    expect((await send('PUT', 'order', { ...change, ...next })).code).toBe(-2013);
    await send('POST', 'order', { ...ETH, side: 'SELL', type: 'MARKET', quantity: '0.2' });
  });

  it('a batch places, amends and cancels each order for itself', async () => {
    const orders = [limit(0.96, { newClientOrderId: 'b-1' }), limit(0.96, { side: 'UP' }), limit(0.95)];
    const placed = await send('POST', 'batchOrders', { batchOrders: JSON.stringify(orders) });
    expect(placed.map((row: { code?: number }) => row.code)).toEqual([undefined, -1117, undefined]);
    const change = {
      ...ETH,
      origClientOrderId: 'b-1',
      side: 'BUY',
      quantity: '0.3',
      price: orders[0]!.price,
    };
    const amended = await send('PUT', 'batchOrders', { batchOrders: JSON.stringify([change]) });
    expect(amended[0].origQty).toBe('0.300');
    const ids = `[${placed[2].orderId},12345]`;
    const cancelled = await send('DELETE', 'batchOrders', { ...ETH, orderIdList: ids });
    expect(cancelled.map((row: { status?: string; code?: number }) => row.status ?? row.code)).toEqual([
      'CANCELED',
      -2011,
    ]);
    await send('DELETE', 'batchOrders', { ...ETH, origClientOrderIdList: '["b-1"]' });
    expect(await send('GET', 'openOrders', ETH)).toEqual([]);
    const six = JSON.stringify(Array.from({ length: 6 }, () => limit(0.96)));
    expect((await send('POST', 'batchOrders', { batchOrders: six })).code).toBe(-4082);
  });

  it('a dated order ends at its date, and a countdown that is not renewed cancels all', async () => {
    const now = sim.admin.state().nowMs;
    const dated = (goodTillDate: number) =>
      limit(0.9, { timeInForce: 'GTD', goodTillDate: String(goodTillDate) });
    expect((await send('POST', 'order', dated(now + 60_000))).code).toBe(-5040);
    const { orderId, goodTillDate } = await send('POST', 'order', dated(now + 700_999));
    expect(goodTillDate % 1000).toBe(0);
    const status = async () => (await send('GET', 'order', { ...ETH, orderId: String(orderId) })).status;
    sim.admin.changeClock({ advanceMs: 690_000 });
    expect(await status()).toBe('NEW');
    sim.admin.changeClock({ advanceMs: 20_000 });
    expect(await status()).toBe('CANCELED');
    await send('POST', 'order', limit(0.9));
    const countdown = { ...ETH, countdownTime: '5000' };
    expect(await send('POST', 'countdownCancelAll', countdown)).toEqual(countdown);
    sim.admin.changeClock({ advanceMs: 4000 });
    expect(await send('GET', 'openOrders', ETH)).toHaveLength(1);
    sim.admin.changeClock({ advanceMs: 2000 });
    expect(await send('GET', 'openOrders', ETH)).toEqual([]);
    sim.admin.changeClock({ advanceMs: 10_000 });
    await send('POST', 'order', limit(0.9));
    sim.admin.changeClock({ advanceMs: 10_000 });
    expect(await send('GET', 'openOrders', ETH)).toHaveLength(1);
    await send('DELETE', 'allOpenOrders', ETH);
  });

  it('a price match takes its price from the book and none from the caller', async () => {
    const { price: _, ...order } = limit(1);
    const queued = await send('POST', 'order', { ...order, priceMatch: 'QUEUE_20' });
    expect(queued).toMatchObject({ priceMatch: 'QUEUE_20' });
    expect(Number(queued.price)).toBeLessThan(await priceOf(sim, 'ETHUSDT'));
    expect((await send('POST', 'order', { ...limit(0.9), priceMatch: 'QUEUE' })).code).toBe(-1106);
    expect((await send('POST', 'order', { ...order, priceMatch: 'BEST' })).code).toBe(-5037);
    await send('DELETE', 'allOpenOrders', ETH);
  });

  it('a trailing stop follows the best price and closes when the price falls back', async () => {
    await send('POST', 'order', { ...ETH, side: 'BUY', type: 'MARKET', quantity: '0.5' });
    const trailing = {
      ...ETH,
      algoType: 'CONDITIONAL',
      side: 'SELL',
      type: 'TRAILING_STOP_MARKET',
      quantity: '0.5',
      callbackRate: '2',
      reduceOnly: 'true',
    };
    expect((await send('POST', 'algoOrder', { ...trailing, callbackRate: '11' })).code).toBe(-1130);
    const placed = await send('POST', 'algoOrder', trailing);
    expect(placed).toMatchObject({ orderType: 'TRAILING_STOP_MARKET', callbackRate: '2' });
    sim.admin.changeMarket({ symbol: 'ETHUSDT', factor: 1.04 });
    const followed = await send('GET', 'algoOrder', { algoId: String(placed.algoId) });
    expect(Number(followed.triggerPrice) / ((await priceOf(sim, 'ETHUSDT')) * 0.98)).toBeCloseTo(1, 3);
    sim.admin.changeMarket({ symbol: 'ETHUSDT', factor: 0.97 });
    expect((await send('GET', 'algoOrder', { algoId: String(placed.algoId) })).algoStatus).toBe('FINISHED');
    expect((await signedCall(sim, 'GET', '/fapi/v3/positionRisk', ETH)).json).toEqual([]);
    expect((await send('GET', 'userTrades', ETH)).at(-1).side).toBe('SELL');
  });

  it('margin moves in and out of an isolated position only', async () => {
    const margin = (type: string, amount = '50') => send('POST', 'positionMargin', { ...ETH, type, amount });
    expect((await margin('1')).code).toBe(-4049);
    await send('POST', 'marginType', { ...ETH, marginType: 'ISOLATED' });
    expect((await margin('1')).code).toBe(-4054);
    await send('POST', 'order', { ...ETH, side: 'BUY', type: 'MARKET', quantity: '0.5' });
    expect(await margin('1')).toMatchObject({ amount: 50, code: 200, type: 1 });
    expect((await margin('2', '5000')).code).toBe(-4051);
    expect(await send('GET', 'positionMargin/history', ETH)).toMatchObject([
      { type: 1, positionSide: 'BOTH' },
    ]);
    expect(await send('GET', 'adlQuantile', ETH)).toMatchObject({ adlQuantile: { BOTH: 2 } });
    expect(await send('GET', 'rateLimit/order')).toMatchObject([{ rateLimitType: 'ORDERS' }, {}]);
  });
});
