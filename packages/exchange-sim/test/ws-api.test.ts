import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiKey, type RunningSim, SIM_KEYS, startSim } from '../src/index';
import { type Listener, listen, publicCall, until } from './harness';

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01', newOrderRespType: 'RESULT' };

describe('the WebSocket API and Ed25519 keys', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const edKey: ApiKey = {
    ...SIM_KEYS.trading,
    key: 'simulated-ed25519-key',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  let sim: RunningSim;
  let api: Listener;
  let nextId = 1;

  beforeAll(async () => {
    sim = await startSim({ keys: [...Object.values(SIM_KEYS), edKey] });
    api = await listen(`${sim.wsUrl}/ws-fapi/v1`);
  });
  afterAll(async () => {
    api.socket.close();
    await sim.close();
  });

  const textOf = (params: Record<string, unknown>) =>
    Object.keys(params)
      .sort()
      .map((name) => `${name}=${params[name]}`)
      .join('&');
  async function call(method: string, params: Record<string, unknown> = {}) {
    const id = nextId++;
    api.socket.send(JSON.stringify({ id, method, params }));
    await until(() => api.messages.some((message) => message.id === id), method);
    return api.messages.find((message) => message.id === id);
  }
  const withHmac = (params: Record<string, unknown>) => {
    const all = { ...params, apiKey: SIM_KEYS.trading.key, timestamp: Date.now(), recvWindow: 60_000 };
    const signature = createHmac('sha256', SIM_KEYS.trading.secret).update(textOf(all)).digest('hex');
    return { ...all, signature };
  };
  const withEd25519 = (params: Record<string, unknown>, key: KeyObject = privateKey) => {
    const all = { ...params, apiKey: edKey.key, timestamp: Date.now(), recvWindow: 60_000 };
    return { ...all, signature: sign(null, Buffer.from(textOf(all)), key).toString('base64') };
  };

  it('the WebSocket API places, queries, amends and cancels orders, and reads the account', async () => {
    const placed = await call('order.place', withHmac(BUY));
    expect(placed).toMatchObject({ status: 200, result: { status: 'FILLED', symbol: 'BTCUSDT' } });
    expect(placed.rateLimits.map((row: { rateLimitType: string }) => row.rateLimitType)).toContain('ORDERS');
    const { price } = (await call('ticker.price', { symbol: 'BTCUSDT' })).result;
    const resting = { ...BUY, type: 'LIMIT', timeInForce: 'GTC', newClientOrderId: 'over-ws' };
    await call('order.place', withHmac({ ...resting, price: (Number(price) * 0.96).toFixed(1) }));
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'over-ws' };
    const change = { side: 'BUY', quantity: '0.02', price: (Number(price) * 0.95).toFixed(1) };
    expect((await call('order.modify', withHmac({ ...named, ...change }))).result.origQty).toBe('0.020');
    expect((await call('order.status', withHmac(named))).result.status).toBe('NEW');
    expect((await call('order.cancel', withHmac(named))).result.status).toBe('CANCELED');
    expect((await call('v2/account.position', withHmac({}))).result).toMatchObject([{ positionAmt: '0.01' }]);
    expect((await call('v2/account.balance', withHmac({}))).result[0].asset).toBe('USDT');
    expect((await call('userDataStream.start', { apiKey: SIM_KEYS.trading.key })).result.listenKey).toMatch(
      /^\w{64}$/,
    );
  });

  it('the WebSocket API refuses what is wrong with the code of the same request over HTTP', async () => {
    expect(await call('order.place', { ...withHmac(BUY), quantity: '9' })).toMatchObject({
      status: 400,
      error: { code: -1022 },
    });
    expect((await call('order.place', withHmac({ ...BUY, side: 'UP' }))).error.code).toBe(-1117);
    expect((await call('order.dance')).error.code).toBe(-1130);
    expect((await call('session.logon', withHmac({}))).error.code).toBe(-4056);
  });

  it('a session that logged on with Ed25519 trades without signing until it logs out', async () => {
    expect(
      (await call('session.logon', withEd25519({}, generateKeyPairSync('ed25519').privateKey))).error.code,
    ).toBe(-1022);
    expect((await call('session.logon', withEd25519({}))).result.apiKey).toBe(edKey.key);
    const unsigned = { ...BUY, timestamp: Date.now() };
    expect((await call('order.place', unsigned)).status).toBe(200);
    await call('session.logout');
    expect((await call('order.place', unsigned)).error.code).toBe(-2014);
  });

  it('a request over HTTP can be signed with Ed25519 too', async () => {
    const query = `recvWindow=60000&timestamp=${Date.now()}`;
    const signature = encodeURIComponent(sign(null, Buffer.from(query), privateKey).toString('base64'));
    const send = (path: string) => fetch(`${sim.url}${path}`, { headers: { 'X-MBX-APIKEY': edKey.key } });
    expect((await send(`/fapi/v3/balance?${query}&signature=${signature}`)).status).toBe(200);
    const forged = await send(`/fapi/v3/balance?${query}0&signature=${signature}`);
    expect(((await forged.json()) as { code: number }).code).toBe(-1022);
  });

  it('the WebSocket API meets the same faults: an answer that never comes hides an order that stands', async () => {
    sim.admin.addFault({ kind: 'hang', path: '/fapi/v1/order', method: 'POST', count: 1 });
    const before = sim.admin.ledger({ kinds: ['fill'] }).length;
    api.socket.send(JSON.stringify({ id: 'lost', method: 'order.place', params: withHmac(BUY) }));
    await until(() => sim.admin.ledger({ kinds: ['fill'] }).length > before, 'the fill');
    await call('ping');
    expect(api.messages.some((message) => message.id === 'lost')).toBe(false);
  });
});

describe('public trades, klines of a pair and ticker streams', () => {
  let sim: RunningSim;
  const get = async (path: string) => (await publicCall(sim, path)).json;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterAll(() => sim.close());

  it('trades and their seconds are the same however they are asked for', async () => {
    const trades = await get('/fapi/v1/trades?symbol=BTCUSDT&limit=50');
    expect(trades).toHaveLength(50);
    const ids = trades.map((row: { id: number }) => row.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const again = await get('/fapi/v1/trades?symbol=BTCUSDT&limit=200');
    expect(again).toContainEqual(trades[25]);
    const seconds = await get('/fapi/v1/aggTrades?symbol=BTCUSDT&limit=10');
    expect(await get(`/fapi/v1/aggTrades?symbol=BTCUSDT&fromId=${seconds[0].a}&limit=1`)).toEqual([
      seconds[0],
    ]);
    for (let i = 1; i < seconds.length; i++) expect(seconds[i].f).toBeGreaterThan(seconds[i - 1].l);
  });

  it('continuous klines are the contract klines, and the premium has klines of its own', async () => {
    const query = 'interval=1h&limit=3&endTime=1760000000000';
    expect(await get(`/fapi/v1/continuousKlines?pair=BTCUSDT&contractType=PERPETUAL&${query}`)).toEqual(
      await get(`/fapi/v1/klines?symbol=BTCUSDT&${query}`),
    );
    expect((await get(`/fapi/v1/continuousKlines?pair=BTCUSDT&contractType=X&${query}`)).code).toBe(-4104);
    const premium = await get(`/fapi/v1/premiumIndexKlines?symbol=BTCUSDT&${query}`);
    expect(Math.abs(Number(premium[0][1]))).toBeLessThan(0.01);
  });

  it.each([
    ['btcusdt@ticker', '24hrTicker'],
    ['btcusdt@miniTicker', '24hrMiniTicker'],
    ['!ticker@arr', '24hrTicker'],
    ['!miniTicker@arr', '24hrMiniTicker'],
    ['btcusdt_perpetual@continuousKline_1m', 'continuous_kline'],
    ['btcusdt@aggTrade', 'aggTrade'],
  ])('the stream %s is heard', async (name, kind) => {
    const stream = await listen(`${sim.wsUrl}/market/ws/${name}`);
    await until(() => stream.messages.length > 0, name);
    expect([stream.messages[0]].flat()[0].e).toBe(kind);
    stream.socket.close();
  });

  it('a change of a symbol is announced to those who listen for contracts', async () => {
    const stream = await listen(`${sim.wsUrl}/market/stream?streams=!contractInfo/btcusdt@miniTicker`);
    // What has changed since somebody looked is announced; the first look gives the ticker as well.
    await until(() => stream.messages.length > 0, 'the first look');
    sim.admin.changeFilters('SOLUSDT', { status: 'SETTLING' });
    const announced = () => stream.messages.find(({ data }) => data.e === 'contractInfo')?.data;
    await until(() => announced() !== undefined, 'the announcement');
    expect(announced()).toMatchObject({ s: 'SOLUSDT', cs: 'SETTLING' });
    stream.socket.close();
  });
});
