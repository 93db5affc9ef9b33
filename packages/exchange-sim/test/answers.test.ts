import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { listen, publicCall, signedCall, until } from './harness';

const BTC = { symbol: 'BTCUSDT' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const buy = { ...BTC, side: 'BUY', type: 'MARKET', quantity: '0.01' };

describe('market answers', () => {
  let sim: RunningSim;
  const get = async (path: string) => (await publicCall(sim, path)).json;
  beforeAll(async () => {
    sim = await startSim({ speed: 0 });
  });
  afterAll(() => sim.close());

  it('the last price is printed on its tick at any moment', async () => {
    for (let i = 0; i < 40; i++) {
      sim.admin.changeClock({ advanceMs: 777 });
      for (const version of ['v1', 'v2']) {
        expect((await get(`/fapi/${version}/ticker/price?symbol=BTCUSDT`)).price).toMatch(/^\d+\.\d$/);
      }
    }
  });

  it('funding without a symbol gives the latest settlements of all symbols, within the limit', async () => {
    const rows = await get('/fapi/v1/fundingRate?limit=7');
    expect(rows).toHaveLength(7);
    const times = rows.map((row: { fundingTime: number }) => row.fundingTime);
    expect(times).toEqual([...times].sort());
    expect(sim.admin.state().nowMs - times.at(-1)).toBeLessThan(8 * HOUR_MS);
    const answer = await publicCall(sim, '/fapi/v1/fundingRate?symbol=BTCUSDT');
    expect(answer.headers.get('x-mbx-used-weight-1m')).toBeNull();
  });

  it.each([
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1501', -1130],
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=0', -1130],
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=abc', -1130],
    ['/fapi/v1/depth?symbol=BTCUSDT&limit=7', -4021],
  ])('the market request %s is refused with %i', async (path, code) => {
    expect((await get(path)).code).toBe(code);
  });

  it('a deep book has as many levels as asked for, and begins with the shallow one', async () => {
    const deep = await get('/fapi/v1/depth?symbol=BTCUSDT&limit=1000');
    const shallow = await get('/fapi/v1/depth?symbol=BTCUSDT&limit=5');
    expect([deep.bids.length, deep.asks.length]).toEqual([1000, 1000]);
    expect(deep.bids.slice(0, 5)).toEqual(shallow.bids);
  });

  it('the mark price is not the last price, and its klines hold the mark of every second without volume', async () => {
    const minuteMs = Math.ceil(sim.admin.state().nowMs / 60_000) * 60_000;
    sim.admin.changeClock({ advanceMs: minuteMs - sim.admin.state().nowMs });
    const marks: number[] = [];
    let apart = 0;
    for (let second = 0; second < 60; second++) {
      const mark = Number((await get('/fapi/v1/premiumIndex?symbol=BTCUSDT')).markPrice);
      if (Math.abs(mark - Number((await get('/fapi/v1/ticker/price?symbol=BTCUSDT')).price)) > 0.1) apart++;
      marks.push(mark);
      sim.admin.changeClock({ advanceMs: 1000 });
    }
    expect(apart).toBeGreaterThan(30);
    const [row] = await get(
      `/fapi/v1/markPriceKlines?symbol=BTCUSDT&interval=1m&startTime=${minuteMs}&limit=1`,
    );
    expect(row[5]).toBe('0');
    expect(Number(row[1])).toBeCloseTo(marks[0]!, 6);
    expect(Number(row[2])).toBeGreaterThan(Math.max(...marks) - 0.5);
    expect(Number(row[3])).toBeLessThan(Math.min(...marks) + 0.5);
  });

  it('a forming bar only ever counts more trades, and the trade ids of neighbours do not overlap', async () => {
    const stream = await listen(`${sim.wsUrl}/market/ws/ethusdt@kline_1m`);
    for (let i = 0; i < 100; i++) {
      sim.admin.changeClock({ advanceMs: 1500 });
      const seen = stream.messages.length;
      await until(() => stream.messages.length > seen, 'the next bar');
    }
    stream.socket.close();
    const bars = stream.messages.map((message) => message.k);
    for (let i = 1; i < bars.length; i++) {
      if (bars[i].t === bars[i - 1].t) expect(bars[i].n).toBeGreaterThanOrEqual(bars[i - 1].n);
      else expect(bars[i].f).toBeGreaterThan(bars[i - 1].L);
      expect(bars[i].L - bars[i].f + 1).toBe(bars[i].n);
    }
  });
});

describe('account answers', () => {
  let sim: RunningSim;
  const read = async (path: string, params = {}) => (await signedCall(sim, 'GET', path, params)).json;
  beforeAll(async () => {
    sim = await startSim({ speed: 0 });
  });
  afterAll(() => sim.close());

  it('a test order is checked like a real one and leaves nothing behind', async () => {
    const test = (params: Record<string, string>) => signedCall(sim, 'POST', '/fapi/v1/order/test', params);
    expect((await test({ ...buy, symbol: 'NOPE' })).json.code).toBe(-1121);
    expect((await test({ ...buy, side: 'x' })).json.code).toBe(-1117);
    expect((await test({ ...buy, newClientOrderId: 'only-a-test' })).json).toMatchObject({
      clientOrderId: 'only-a-test',
      status: 'NEW',
    });
    expect(sim.admin.ledger({ kinds: ['order'] })).toEqual([]);
  });

  it('order ids are counted per symbol with gaps, beyond 2^53 for some symbols only', async () => {
    const idOf = async (symbol: string, quantity: string) => {
      const { text } = await signedCall(sim, 'POST', '/fapi/v1/order', { ...buy, symbol, quantity });
      return BigInt(/"orderId":(\d+)/.exec(text)![1]!);
    };
    const [first, second] = [await idOf('BTCUSDT', '0.01'), await idOf('BTCUSDT', '0.01')];
    expect(second - first).toBeGreaterThan(1n);
    expect(first).toBeGreaterThan(2n ** 53n);
    expect(await idOf('ETHUSDT', '0.1')).toBeLessThan(2n ** 53n);
  });

  it('an algo id has sixteen digits', async () => {
    const stop = { ...BTC, algoType: 'CONDITIONAL', side: 'SELL', type: 'STOP_MARKET', quantity: '0.01' };
    const placed = await signedCall(sim, 'POST', '/fapi/v1/algoOrder', { ...stop, triggerPrice: '1000' });
    expect(String(placed.json.algoId)).toMatch(/^1\d{15}$/);
  });

  it('a symbol with open orders only is listed by positionRisk v3, with nothing in it', async () => {
    const price = (await publicCall(sim, '/fapi/v1/ticker/price?symbol=SOLUSDT')).json.price;
    const order = { symbol: 'SOLUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '1' };
    await signedCall(sim, 'POST', '/fapi/v1/order', { ...order, price: (Number(price) * 0.96).toFixed(2) });
    const rows = await read('/fapi/v3/positionRisk');
    expect(rows.find((row: { symbol: string }) => row.symbol === 'SOLUSDT')).toMatchObject({
      positionAmt: '0',
      updateTime: 0,
    });
    expect((await read('/fapi/v1/symbolConfig', { symbol: 'NOPEUSDT' })).code).toBe(-1121);
  });

  it('positions carry the fields of their own version only', async () => {
    const v2 = (await read('/fapi/v2/positionRisk', BTC))[0];
    expect(v2).toHaveProperty('leverage');
    expect(v2).not.toHaveProperty('adl');
    const inV2 = (await read('/fapi/v2/account')).positions[0];
    expect(inV2).toHaveProperty('maxNotional');
    const inV3 = (await read('/fapi/v3/account')).positions[0];
    for (const field of ['entryPrice', 'leverage', 'marginType', 'liquidationPrice']) {
      expect(inV3).not.toHaveProperty(field);
    }
  });
});

it('trades and income come in weeks from a start, oldest first, the last week by default', async () => {
  const sim = await startSim({ speed: 0 });
  const read = async (path: string, params = {}) => (await signedCall(sim, 'GET', path, params)).json;
  const startMs = sim.admin.state().nowMs;
  await signedCall(sim, 'POST', '/fapi/v1/order', buy);
  await signedCall(sim, 'POST', '/fapi/v1/order', { ...buy, side: 'SELL' });
  const first = (await read('/fapi/v1/userTrades', BTC))[0].id;
  sim.admin.changeClock({ advanceMs: 8 * DAY_MS });
  await signedCall(sim, 'POST', '/fapi/v1/order', buy);
  const ids = async (params: Record<string, string>) =>
    (await read('/fapi/v1/userTrades', { ...BTC, ...params })).map((row: { id: number }) => row.id);
  expect(await ids({ limit: '1', startTime: String(startMs) })).toEqual([first]);
  expect(await ids({})).toHaveLength(1);
  expect(await ids({ startTime: String(startMs + 1) })).toEqual([]);
  expect((await read('/fapi/v1/userTrades', { ...BTC, fromId: '1', startTime: '1' })).code).toBe(-1128);
  const times = async (params: Record<string, string>) =>
    (await read('/fapi/v1/income', params)).map((row: { time: number }) => row.time);
  const nowMs = sim.admin.state().nowMs;
  expect(new Set(await times({}))).toEqual(new Set([nowMs]));
  expect(new Set(await times({ startTime: String(startMs) }))).toEqual(new Set([startMs]));
  await sim.close();
});
