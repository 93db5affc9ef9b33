import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultRule, type RunningSim, startSim } from '../src/index';
import { adminCall, type CallOptions, priceOf, publicCall, signedCall } from './harness';

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' };

describe('each request fault does what it says, and the ledger agrees', () => {
  let sim: RunningSim;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterEach(() => sim.admin.reset());
  afterAll(() => sim.close());

  const accepted = () => sim.admin.ledger({ kinds: ['order'] }).length > 0;
  const lastRequest = () => sim.admin.ledger({ kinds: ['request'] }).at(-1)!.data as Record<string, unknown>;

  async function placeUnder(rule: FaultRule, options: CallOptions = {}) {
    sim.admin.addFault({ path: '/fapi/v1/order', method: 'POST', count: 1, ...rule });
    return signedCall(sim, 'POST', '/fapi/v1/order', ORDER, options);
  }

  it.each([
    ['hang', true],
    ['hang', false],
    ['reset', true],
    ['reset', false],
  ] as const)('the request fault %s with accepted=%s gives no answer', async (kind, acts) => {
    await expect(placeUnder({ kind, accepted: acts }, { timeoutMs: 3_000 })).rejects.toThrow();
    expect(accepted()).toBe(acts);
    expect(lastRequest()).toMatchObject({
      answered: kind,
      decided: acts ? { status: 200 } : 'not processed',
    });
  });

  it.each([
    ['unknown_503', true, 503, -1000],
    ['unknown_503', false, 503, -1000],
    ['unavailable_503', false, 503, -1016],
    ['unexpected_response', true, 500, -1006],
    ['unexpected_response', false, 500, -1006],
    ['timeout', true, 408, -1007],
    ['timeout', false, 408, -1007],
    ['throttle', false, 503, -1008],
    ['maintenance', false, 503, -1016],
  ] as const)(
    'the request fault %s with accepted=%s answers %i with %i',
    async (kind, acts, status, code) => {
      const answer = await placeUnder({ kind, accepted: acts });
      expect(answer).toMatchObject({ status, json: { code } });
      expect(accepted()).toBe(acts);
      expect(lastRequest()).toMatchObject({ answered: { status, code }, faults: [kind] });
    },
  );

  it('the two kinds of 503 differ in their words', async () => {
    expect((await placeUnder({ kind: 'unknown_503' })).json.msg).toMatch(/^Unknown error/);
    expect((await placeUnder({ kind: 'unavailable_503' })).json.msg).toBe('Service Unavailable.');
  });

  it('throttling lets exits through', async () => {
    await signedCall(sim, 'POST', '/fapi/v1/order', ORDER);
    sim.admin.addFault({ kind: 'throttle' });
    const exit = { ...ORDER, side: 'SELL', reduceOnly: 'true', newOrderRespType: 'RESULT' };
    expect((await signedCall(sim, 'POST', '/fapi/v1/order', exit)).json.status).toBe('FILLED');
    expect((await signedCall(sim, 'POST', '/fapi/v1/order', ORDER)).json.code).toBe(-1008);
  });

  it('rate limits and bans carry Retry-After, and a ban lasts', async () => {
    const limited = await placeUnder({ kind: 'rate_limit', durationMs: 7000 });
    expect(limited).toMatchObject({ status: 429, json: { code: -1003 } });
    expect(limited.headers.get('retry-after')).toBe('7');
    const banned = await placeUnder({ kind: 'ban', durationMs: 120_000 });
    expect(banned.status).toBe(418);
    expect(banned.headers.get('retry-after')).toBe('120');
    expect((await publicCall(sim, '/fapi/v1/time')).status).toBe(418);
    expect(accepted()).toBe(false);
  });

  it('any other error can be asked for by code', async () => {
    const rule: FaultRule = {
      kind: 'error',
      accepted: false,
      code: -4131,
      status: 400,
      message: 'no counterparty',
    };
    expect(await placeUnder(rule)).toMatchObject({
      status: 400,
      json: { code: -4131, msg: 'no counterparty' },
    });
  });

  it('stale reads hide an accepted order, its fill and position for the lag, and cancels still find it', async () => {
    sim.admin.addFault({ kind: 'stale_reads', durationMs: 30_000 });
    const placed = await signedCall(sim, 'POST', '/fapi/v1/order', { ...ORDER, newClientOrderId: 'lagging' });
    const query = { symbol: 'BTCUSDT', origClientOrderId: 'lagging' };
    expect((await signedCall(sim, 'GET', '/fapi/v1/order', query)).json.code).toBe(-2013);
    expect((await signedCall(sim, 'GET', '/fapi/v1/openOrders', { symbol: 'BTCUSDT' })).json).toEqual([]);
    expect((await signedCall(sim, 'GET', '/fapi/v3/positionRisk')).json).toEqual([]);
    expect((await signedCall(sim, 'GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' })).json).toEqual([]);
    sim.admin.changeClock({ advanceMs: 30_001 });
    const timestamp = Date.now() + 30_001;
    expect((await signedCall(sim, 'GET', '/fapi/v1/order', query, { timestamp })).json.clientOrderId).toBe(
      'lagging',
    );
    expect(placed.status).toBe(200);
    sim.admin.changeClock({ skewMs: 0 });
  });

  it('a stop can be refused when placed', async () => {
    await sim.close();
    sim = await startSim();
    await signedCall(sim, 'POST', '/fapi/v1/order', ORDER);
    sim.admin.addFault({
      kind: 'stop_rejected',
      code: -2021,
      message: 'Order would immediately trigger.',
      count: 1,
    });
    const stop = {
      algoType: 'CONDITIONAL',
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: String(Math.floor((await priceOf(sim)) * 0.95)),
      closePosition: 'true',
    };
    expect((await signedCall(sim, 'POST', '/fapi/v1/algoOrder', stop)).json.code).toBe(-2021);
    expect((await signedCall(sim, 'POST', '/fapi/v1/algoOrder', stop)).json.algoStatus).toBe('NEW');
  });

  it('a skewed clock shows in /time and refuses clients that do not follow it', async () => {
    sim.admin.changeClock({ skewMs: 600_000 });
    const { serverTime } = (await publicCall(sim, '/fapi/v1/time')).json;
    expect(serverTime - Date.now()).toBeGreaterThan(590_000);
    expect((await signedCall(sim, 'GET', '/fapi/v3/balance')).json.code).toBe(-1021);
    expect((await signedCall(sim, 'GET', '/fapi/v3/balance', {}, { timestamp: serverTime })).status).toBe(
      200,
    );
    sim.admin.changeClock({ skewMs: 0 });
  });

  it('filters can change in mid-run and bind the next order', async () => {
    await adminCall(sim, 'POST', '/admin/filters', { symbol: 'BTCUSDT', stepSize: '0.100', minQty: '0.100' });
    const info = (await publicCall(sim, '/fapi/v1/exchangeInfo')).json;
    const lot = info.symbols[0].filters.find(
      (filter: { filterType: string }) => filter.filterType === 'LOT_SIZE',
    );
    expect(lot.stepSize).toBe('0.100');
    expect((await signedCall(sim, 'POST', '/fapi/v1/order', ORDER)).json.code).toBe(-4004);
    expect((await signedCall(sim, 'POST', '/fapi/v1/order', { ...ORDER, quantity: '0.150' })).json.code).toBe(
      -4023,
    );
  });

  it('latency delays the answer, not the order', async () => {
    sim.admin.addFault({ kind: 'latency', durationMs: 300, path: '/fapi/v1/order' });
    const pending = signedCall(sim, 'POST', '/fapi/v1/order', ORDER);
    await expect.poll(() => accepted()).toBe(true);
    expect((await pending).status).toBe(200);
  });

  it('probabilities draw from a seed that can be set', async () => {
    const pattern = async () => {
      sim.admin.clearFaults();
      sim.admin.seedFaults(9);
      sim.admin.addFault({ kind: 'timeout', path: '/fapi/v1/ping', probability: 0.5 });
      const codes: number[] = [];
      for (let i = 0; i < 20; i++) codes.push((await publicCall(sim, '/fapi/v1/ping')).status);
      return codes;
    };
    const first = await pattern();
    expect(await pattern()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 408]));
  });
});
