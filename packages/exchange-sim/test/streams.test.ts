import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { type Listener, listen, pause, priceOf, signedCall, until, userStream } from './harness';

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' };

describe('market streams', () => {
  let sim: RunningSim;
  beforeAll(async () => {
    sim = await startSim({ speed: 0, startMs: Date.UTC(2026, 2, 3, 12) });
  });
  afterAll(() => sim.close());

  it('a closed kline is sent once, at any leap of the clock, and equals the one served over REST', async () => {
    const listener = await listen(`${sim.wsUrl}/market/ws/btcusdt@kline_1m`);
    sim.admin.changeClock({ advanceMs: 5 * 60_000 });
    const closed = () => listener.messages.filter((message) => message.k.x);
    await until(() => closed().length >= 5, 'five closed bars');
    expect(closed().map((message) => message.k.t - Date.UTC(2026, 2, 3, 12))).toEqual([
      0, 60_000, 120_000, 180_000, 240_000,
    ]);
    const rest = await fetch(
      `${sim.url}/fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=${closed()[2].k.t}&limit=1`,
    );
    const [row] = (await rest.json()) as string[][];
    const { o, h, l, c, v } = closed()[2].k;
    expect([o, h, l, c, v]).toEqual(row!.slice(1, 6));
    listener.socket.close();
  });

  it('combined streams are wrapped, and SUBSCRIBE, LIST_SUBSCRIPTIONS and UNSUBSCRIBE work', async () => {
    const listener = await listen(`${sim.wsUrl}/public/stream?streams=btcusdt@bookTicker`);
    await until(() => listener.messages.length > 0, 'a book ticker');
    expect(listener.messages[0]).toMatchObject({
      stream: 'btcusdt@bookTicker',
      data: { e: 'bookTicker', s: 'BTCUSDT' },
    });
    const send = (message: unknown) => listener.socket.send(JSON.stringify(message));
    send({ method: 'SUBSCRIBE', params: ['ethusdt@depth5@100ms'], id: 7 });
    await until(
      () => listener.messages.some((message) => message.id === 7 && message.result === null),
      'the answer',
    );
    sim.admin.changeClock({ advanceMs: 500 });
    await until(
      () => listener.messages.some((message) => message.stream === 'ethusdt@depth5@100ms'),
      'the depth',
    );
    send({ method: 'UNSUBSCRIBE', params: ['btcusdt@bookTicker'], id: 8 });
    send({ method: 'LIST_SUBSCRIPTIONS', id: 9 });
    await until(() => listener.messages.some((message) => message.id === 9), 'the list');
    expect(listener.messages.find((message) => message.id === 9).result).toEqual(['ethusdt@depth5@100ms']);
    listener.socket.close();
  });

  it('a stream asked for on the wrong endpoint stays silent', async () => {
    const wrong = await listen(`${sim.wsUrl}/public/ws/btcusdt@markPrice@1s`);
    const right = await listen(`${sim.wsUrl}/market/ws/btcusdt@markPrice@1s`);
    sim.admin.changeClock({ advanceMs: 3000 });
    await until(() => right.messages.length > 0, 'a mark price');
    expect(right.messages[0]).toMatchObject({ e: 'markPriceUpdate', s: 'BTCUSDT' });
    expect(wrong.messages).toEqual([]);
    wrong.socket.close();
    right.socket.close();
  });

  it('diff depth chains its update ids and removes levels that are gone', async () => {
    const listener = await listen(`${sim.wsUrl}/public/ws/btcusdt@depth@100ms`);
    for (let i = 0; i < 3; i++) {
      sim.admin.changeClock({ advanceMs: 1000 });
      await until(() => listener.messages.length > i, 'an update');
    }
    const [, second, third] = listener.messages;
    expect(third.pu).toBe(second.u);
    expect(second.b.some(([, size]: [string, string]) => Number(size) === 0)).toBe(true);
    listener.socket.close();
  });

  it('other people are liquidated now and then', async () => {
    const listener = await listen(`${sim.wsUrl}/market/ws/!forceOrder@arr`);
    sim.admin.changeClock({ advanceMs: 3_600_000 });
    await until(() => listener.messages.length > 0, 'a liquidation');
    expect(listener.messages[0]).toMatchObject({ e: 'forceOrder', o: { o: 'LIMIT', f: 'IOC', X: 'FILLED' } });
    listener.socket.close();
  });

  it('spot bars come from the spot endpoint, and the root that served futures once says nothing', async () => {
    const former = await listen(`${sim.wsUrl}/stream?streams=btcusdt@kline_1m`);
    const listener = await listen(`${sim.spotWsUrl}/stream?streams=btcusdt@kline_1m`);
    sim.admin.changeClock({ advanceMs: 61_000 });
    await until(() => listener.messages.some((message) => message.data.k.x), 'a closed spot bar');
    expect(former.messages).toEqual([]);
    listener.socket.close();
    former.socket.close();
  });
});

describe('user streams and their faults', () => {
  let sim: RunningSim;
  let listener: Listener;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterEach(() => {
    listener.socket.close();
    sim.admin.reset();
  });
  afterAll(() => sim.close());

  const kinds = () => listener.messages.map((message) => message.e);
  const trade = () => signedCall(sim, 'POST', '/fapi/v1/order', ORDER);
  const delivered = (kind: string) =>
    sim.admin
      .ledger({ kinds: ['event'] })
      .filter(({ data }) => (data as { event: { e: string } }).event.e === kind);

  it('a market order is heard as NEW, then the quick notice, the account and the fill, ids exact', async () => {
    listener = await userStream(sim);
    const { text } = await trade();
    await until(
      () => kinds().includes('TRADE_LITE') && listener.messages.at(-1).o?.X === 'FILLED',
      'the fill',
    );
    expect(kinds()).toEqual(['ORDER_TRADE_UPDATE', 'TRADE_LITE', 'ACCOUNT_UPDATE', 'ORDER_TRADE_UPDATE']);
    const id = /"orderId":(\d+)/.exec(text)![1];
    expect(listener.texts[0]).toContain(`"i":${id}`);
    expect(listener.messages[2].a).toMatchObject({
      m: 'ORDER',
      P: [{ s: 'BTCUSDT', pa: '0.01', ps: 'BOTH' }],
    });
  });

  it('dropped events are not sent but stand in the ledger', async () => {
    listener = await userStream(sim);
    sim.admin.addFault({ kind: 'drop_event', event: 'ORDER_TRADE_UPDATE' });
    await trade();
    await until(() => kinds().includes('ACCOUNT_UPDATE'), 'the account update');
    expect(kinds()).not.toContain('ORDER_TRADE_UPDATE');
    expect(
      delivered('ORDER_TRADE_UPDATE').every(({ data }) => (data as { fault: string }).fault === 'drop_event'),
    ).toBe(true);
  });

  it('user events can be doubled, late and reordered', async () => {
    listener = await userStream(sim);
    sim.admin.addFault({ kind: 'duplicate_event', event: 'ACCOUNT_UPDATE' });
    sim.admin.addFault({ kind: 'delay_event', event: 'TRADE_LITE', durationMs: 200 });
    await trade();
    await until(() => kinds().includes('TRADE_LITE'), 'the late event');
    expect(kinds()).toEqual([
      'ORDER_TRADE_UPDATE',
      'ACCOUNT_UPDATE',
      'ACCOUNT_UPDATE',
      'ORDER_TRADE_UPDATE',
      'TRADE_LITE',
    ]);
    sim.admin.clearFaults();
    listener.messages.length = 0;
    sim.admin.addFault({ kind: 'reorder_events', event: 'ORDER_TRADE_UPDATE', count: 1 });
    await trade();
    await until(() => kinds().length === 4, 'all four events');
    expect(kinds()).toEqual(['TRADE_LITE', 'ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE', 'ORDER_TRADE_UPDATE']);
    expect(listener.messages[1].o.X).toBe('NEW');
  });

  it('a mute stream stays open and says nothing', async () => {
    listener = await userStream(sim);
    sim.admin.addFault({ kind: 'mute_stream' });
    await trade();
    await until(() => delivered('ACCOUNT_UPDATE').length > 0, 'the ledger');
    await pause(100);
    expect(listener.messages).toEqual([]);
    expect(listener.socket.readyState).toBe(listener.socket.OPEN);
  });

  it('a listen key expires with notice or silently; either way the stream is mute and PUT answers -1125', async () => {
    for (const silently of [false, true]) {
      listener = await userStream(sim);
      expect(sim.admin.expireListenKey('main', silently)).toBe(true);
      await trade();
      await until(() => silently || kinds().length > 0, 'the notice');
      await pause(150);
      expect(kinds()).toEqual(silently ? [] : ['listenKeyExpired']);
      expect((await signedCall(sim, 'PUT', '/fapi/v1/listenKey')).json.code).toBe(-1125);
      listener.socket.close();
    }
  });

  it('every client shares one key, and one DELETE silences them all', async () => {
    listener = await userStream(sim);
    const other = await userStream(sim);
    await trade();
    await until(() => other.messages.length === 4 && listener.messages.length === 4, 'both to hear');
    await signedCall(sim, 'DELETE', '/fapi/v1/listenKey');
    await trade();
    await pause(150);
    expect([listener.messages.length, other.messages.length]).toEqual([4, 4]);
    other.socket.close();
  });

  it('a connection that names its events is sent only those', async () => {
    const { json } = await signedCall(sim, 'POST', '/fapi/v1/listenKey');
    listener = await listen(`${sim.wsUrl}/private/stream?listenKey=${json.listenKey}&events=ACCOUNT_UPDATE`);
    await trade();
    await until(() => listener.messages.length > 0, 'the account update');
    expect(listener.messages).toMatchObject([{ stream: json.listenKey, data: { e: 'ACCOUNT_UPDATE' } }]);
  });

  it('liquidation, deleveraging and funding arrive as the venue sends them', async () => {
    listener = await userStream(sim);
    await signedCall(sim, 'POST', '/fapi/v1/order', { ...ORDER, quantity: '0.100' });
    sim.admin.settleFunding();
    sim.admin.liquidate('main', 'BTCUSDT', '0.5', true);
    sim.admin.liquidate('main', 'BTCUSDT');
    const forced = () =>
      listener.messages.filter((message) => message.o?.x === 'CALCULATED').map((message) => message.o.c);
    await until(() => forced().length === 2, 'both forced orders');
    expect(forced()[0]).toBe('adl_autoclose');
    expect(forced()[1]).toMatch(/^autoclose-/);
    expect(listener.messages.some((message) => message.a?.m === 'FUNDING_FEE')).toBe(true);
    expect(
      (await signedCall(sim, 'GET', '/fapi/v1/income', { incomeType: 'FUNDING_FEE' })).json,
    ).toHaveLength(1);
    expect((await signedCall(sim, 'GET', '/fapi/v1/forceOrders')).json).toHaveLength(2);
  });

  it('a stop that triggers is reported step by step, or rejected at the trigger', async () => {
    listener = await userStream(sim);
    await signedCall(sim, 'POST', '/fapi/v1/order', ORDER);
    const trigger = String(Math.floor((await priceOf(sim)) * 0.97));
    const stop = {
      algoType: 'CONDITIONAL',
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: trigger,
      closePosition: 'true',
    };
    const algoStates = () =>
      listener.messages.filter((message) => message.e === 'ALGO_UPDATE').map((message) => message.o.X);
    await signedCall(sim, 'POST', '/fapi/v1/algoOrder', stop);
    sim.admin.addFault({ kind: 'trigger_rejected', count: 1 });
    sim.admin.changeMarket({ symbol: 'BTCUSDT', factor: 0.96 });
    await until(() => algoStates().includes('REJECTED'), 'the rejection');
    const lower = { ...stop, triggerPrice: String(Math.floor((await priceOf(sim)) * 0.97)) };
    await signedCall(sim, 'POST', '/fapi/v1/algoOrder', lower);
    sim.admin.changeMarket({ symbol: 'BTCUSDT', factor: 0.96 });
    await until(() => algoStates().includes('FINISHED'), 'the finish');
    expect(algoStates()).toEqual([
      'NEW',
      'TRIGGERING',
      'REJECTED',
      'NEW',
      'TRIGGERING',
      'TRIGGERED',
      'FINISHED',
    ]);
  });

  it('connections of a user stream can be cut', async () => {
    listener = await userStream(sim);
    const closed = new Promise((resolve) => listener.socket.once('close', resolve));
    expect(sim.admin.disconnect('private')).toBe(1);
    await closed;
  });
});

describe('what ends by itself', () => {
  it('a listen key without keep-alive expires with notice, and a connection is closed at its lifetime', async () => {
    const sim = await startSim({ listenKeyLifetimeMs: 3_000, socketLifetimeMs: 6_000 });
    const listener = await userStream(sim);
    const closed = new Promise((resolve) => listener.socket.once('close', resolve));
    await until(() => listener.messages.some((message) => message.e === 'listenKeyExpired'), 'the expiry');
    expect((await signedCall(sim, 'PUT', '/fapi/v1/listenKey')).json.code).toBe(-1125);
    await closed;
    await sim.close();
  });
});
