import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVenue, type RunningSim, SIM_KEYS, type SimTime, startSim } from '../src/index';
import { adminCall, listen, priceOf, publicCall, signedCall, until, userStream } from './harness';

const BTC = { symbol: 'BTCUSDT' };
const open = (side: string, positionSide: string, quantity = '0.02') => ({
  ...BTC,
  side,
  positionSide,
  type: 'MARKET',
  quantity,
});

describe('what can go wrong at the venue can be rehearsed', () => {
  let sim: RunningSim;
  const place = (params: Record<string, string>) => signedCall(sim, 'POST', '/fapi/v1/order', params);
  const read = async (path: string, params = {}) => (await signedCall(sim, 'GET', path, params)).json;
  const held = async () =>
    Object.fromEntries(
      (await read('/fapi/v3/positionRisk')).map((row: { positionSide: string; positionAmt: string }) => [
        row.positionSide,
        row.positionAmt,
      ]),
    );
  beforeEach(async () => {
    sim = await startSim({ hedgeMode: true });
  });
  afterEach(() => sim.close());

  it('an outage of the order endpoints lasts as long as it was given, however often they are asked', async () => {
    const started = performance.now();
    sim.admin.addFault({ kind: 'unavailable_503', path: '/fapi/v1/order', forMs: 1500 });
    for (let i = 0; i < 5; i++) expect((await place(open('BUY', 'LONG'))).status).toBe(503);
    expect(await read('/fapi/v1/openOrders')).toEqual([]);
    await until(async () => (await place(open('BUY', 'LONG'))).status === 200, 'the end of the outage');
    expect(performance.now() - started).toBeGreaterThanOrEqual(1500);
    expect(sim.admin.faults()).toEqual([]);
  });

  it('an unreadable answer hides an order that stands', async () => {
    sim.admin.addFault({ kind: 'garbled', path: '/fapi/v1/order', method: 'POST', count: 1 });
    await expect(place(open('BUY', 'LONG'))).rejects.toThrow(SyntaxError);
    expect(await held()).toEqual({ LONG: '0.02' });
  });

  it.each([
    ['deleted', -2008, 401],
    ['ip_refused', -2015, 401],
    ['account_inactive', -4109, 400],
  ] as const)(
    'a key that is %s is refused with %i until its owner repairs it',
    async (state, code, status) => {
      sim.admin.changeKey(SIM_KEYS.trading.key, { state });
      expect(await signedCall(sim, 'GET', '/fapi/v3/balance')).toMatchObject({ status, json: { code } });
      await adminCall(sim, 'POST', '/admin/keys', { key: SIM_KEYS.trading.key, state: 'active' });
      expect((await signedCall(sim, 'GET', '/fapi/v3/balance')).status).toBe(200);
    },
  );

  it('a wrong clock at the venue refuses every signed request with -1021', async () => {
    sim.admin.changeClock({ skewMs: 120_000 });
    expect((await signedCall(sim, 'GET', '/fapi/v3/balance')).json.code).toBe(-1021);
    sim.admin.changeClock({ skewMs: 0 });
    expect((await signedCall(sim, 'GET', '/fapi/v3/balance')).status).toBe(200);
  });

  it('somebody closes one side by hand, in part and whole, and cancels a stop', async () => {
    await place(open('BUY', 'LONG'));
    await place(open('SELL', 'SHORT'));
    const stop = { ...BTC, side: 'SELL', positionSide: 'LONG', type: 'STOP_MARKET', quantity: '0.02' };
    const triggerPrice = String(Math.floor((await priceOf(sim)) * 0.9));
    const guard = { ...stop, triggerPrice, clientAlgoId: 'guard' };
    expect((await adminCall(sim, 'POST', '/admin/algo', guard)).json.ok).toBe(true);
    await adminCall(sim, 'POST', '/admin/close', { ...BTC, positionSide: 'LONG', share: '0.5' });
    expect(await held()).toEqual({ LONG: '0.01', SHORT: '-0.02' });
    expect((await adminCall(sim, 'POST', '/admin/cancel', { clientId: 'guard' })).json).toEqual({
      cancelled: 1,
    });
    expect(await read('/fapi/v1/openAlgoOrders')).toEqual([]);
    sim.admin.close('main', 'BTCUSDT');
    expect(await held()).toEqual({});
  });

  it('a thin book fills an exit in parts and leaves the rest open', async () => {
    await place(open('BUY', 'LONG', '2'));
    sim.admin.changeMarket({ symbol: 'BTCUSDT', liquidity: 0.0005 });
    const exit = await place({ ...open('SELL', 'LONG', '2'), newOrderRespType: 'RESULT' });
    expect(exit.json.status).toBe('EXPIRED');
    expect(Number(exit.json.executedQty)).toBeGreaterThan(0);
    expect(Number((await held()).LONG)).toBeGreaterThan(0);
  });

  it('a symbol that settles takes exits only, and a delisted one settles positions and takes nothing', async () => {
    await place(open('BUY', 'LONG'));
    sim.admin.changeFilters('BTCUSDT', { status: 'SETTLING' });
    expect((await place(open('BUY', 'LONG'))).json.code).toBe(-4140);
    expect((await place(open('SELL', 'LONG', '0.01'))).status).toBe(200);
    const user = await userStream(sim);
    await adminCall(sim, 'POST', '/admin/delist', BTC);
    expect(await held()).toEqual({});
    await until(
      () => user.messages.some((message) => message.o?.c?.startsWith('settlement_autoclose-')),
      'the settlement on the stream',
    );
    user.socket.close();
    expect((await place(open('BUY', 'LONG'))).json.code).toBe(-4141);
    const info = (await publicCall(sim, '/fapi/v1/exchangeInfo')).json;
    expect(info.symbols[0].status).toBe('CLOSE');
  });

  it('leverage changed by hand is announced; a refused stream cannot be opened for a while', async () => {
    const user = await userStream(sim);
    sim.admin.configure('main', { setting: 'leverage', symbol: 'BTCUSDT', leverage: 3 });
    await until(() => user.messages.some((message) => message.ac?.l === 3), 'the leverage on the stream');
    user.socket.close();
    sim.admin.addFault({ kind: 'refuse_stream', path: '/private*', count: 1 });
    await expect(listen(`${sim.wsUrl}/private/ws/any`)).rejects.toThrow('503');
    const again = await listen(`${sim.wsUrl}/private/ws/any`);
    again.socket.close();
  });
});

it('a caller can hand in the time: the venue and its faults stand still until it moves', () => {
  let nowMs = 0;
  const time: SimTime = {
    monotonicMs: () => nowMs,
    wallMs: () => 1_700_000_000_000 + nowMs,
    after: () => () => {},
    every: () => () => {},
  };
  const venue = openVenue({ time });
  const get = (path: string) => {
    const request = { method: 'GET', path, rawQuery: '', rawBody: '', params: {}, apiKey: undefined };
    return venue.request(request).reply;
  };
  const serverTime = () => (get('/fapi/v1/time').body as { serverTime: number }).serverTime;
  const before = serverTime();
  expect(serverTime()).toBe(before);
  venue.admin.addFault({ kind: 'maintenance', forMs: 60_000 });
  expect(get('/fapi/v1/time').status).toBe(503);
  nowMs += 60_000;
  venue.tick();
  expect(serverTime()).toBe(before + 60_000);
});
