import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, SIM_KEYS, startSim } from '../src/index';
import { adminCall, publicCall, signedCall } from './harness';

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' };

describe('requests are checked as the venue checks them', () => {
  let sim: RunningSim;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterAll(() => sim.close());

  it('a changed request, an old or future timestamp, an unknown or malformed key are refused and change nothing', async () => {
    const code = async (options: Parameters<typeof signedCall>[4]) =>
      (await signedCall(sim, 'POST', '/fapi/v1/order', ORDER, options)).json.code;
    expect(await code({ tamper: true })).toBe(-1022);
    expect(await code({ timestamp: Date.now() - 6000 })).toBe(-1021);
    expect(await code({ timestamp: Date.now() + 60_000 })).toBe(-1021);
    const stranger = { ...SIM_KEYS.trading, key: 'an-unknown-api-key' };
    expect(await code({ key: stranger })).toBe(-2008);
    expect(await code({ key: { ...stranger, key: 'short' } })).toBe(-2014);
    expect(sim.admin.ledger({ kinds: ['order'] })).toEqual([]);
  });

  it('a recvWindow widens the window up to its limit', async () => {
    const late = { timestamp: Date.now() - 20_000 };
    const wide = await signedCall(sim, 'GET', '/fapi/v3/balance', { recvWindow: '60000' }, late);
    expect(wide.status).toBe(200);
    expect((await signedCall(sim, 'GET', '/fapi/v3/balance', { recvWindow: '70000' })).json.code).toBe(-1131);
  });

  it('a read-only key reads but cannot trade, and each key says whether it may withdraw', async () => {
    const key = SIM_KEYS.readOnly;
    expect((await signedCall(sim, 'GET', '/fapi/v3/account', {}, { key })).status).toBe(200);
    expect(await signedCall(sim, 'POST', '/fapi/v1/order', ORDER, { key })).toMatchObject({
      status: 401,
      json: { code: -2015 },
    });
    const restrictions = async (probe: typeof key) =>
      (await signedCall(sim, 'GET', '/sapi/v1/account/apiRestrictions', {}, { key: probe })).json;
    expect(await restrictions(key)).toMatchObject({ enableWithdrawals: false, enableFutures: false });
    expect(await restrictions(SIM_KEYS.withdrawing)).toMatchObject({ enableWithdrawals: true });
  });

  it('every answer states the used weight; a used-up minute is 429 with Retry-After, and a stubborn client is banned', async () => {
    sim.admin.changeLimits({ weightPerMinute: 10, refusalsBeforeBan: 3, banMs: 60_000 });
    const first = await publicCall(sim, '/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1000');
    expect(first.headers.get('x-mbx-used-weight-1m')).toBe('5');
    await publicCall(sim, '/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1000');
    const refused = await publicCall(sim, '/fapi/v1/time');
    expect(refused).toMatchObject({ status: 429, json: { code: -1003 } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) await publicCall(sim, '/fapi/v1/time');
    const banned = await publicCall(sim, '/fapi/v1/time');
    expect(banned).toMatchObject({ status: 418, json: { code: -1003 } });
    expect(Number(banned.headers.get('retry-after'))).toBeGreaterThan(50);
    sim.admin.changeLimits({ weightPerMinute: 2400 });
    expect((await publicCall(sim, '/fapi/v1/time')).status).toBe(200);
  });

  it('the ledger keeps each request with its arrival times and without its signature', async () => {
    await signedCall(sim, 'GET', '/fapi/v3/balance');
    const { json, text } = await adminCall(sim, 'GET', '/admin/ledger?kind=request');
    expect(json.at(-1)).toMatchObject({
      kind: 'request',
      account: 'main',
      data: { method: 'GET', path: '/fapi/v3/balance', decided: { status: 200 }, answered: { status: 200 } },
    });
    expect(Math.abs(json.at(-1).wallMs - Date.now())).toBeLessThan(60_000);
    expect(text).not.toContain('signature');
  });

  it('an unknown path and an unknown admin route have answers of their own', async () => {
    expect(await publicCall(sim, '/fapi/v1/nothing')).toMatchObject({ status: 404, json: { code: -5000 } });
    expect((await adminCall(sim, 'POST', '/admin/nothing', {})).status).toBe(404);
    expect((await adminCall(sim, 'POST', '/admin/faults', { kind: 'gremlin' })).status).toBe(400);
    expect((await adminCall(sim, 'GET', '/admin')).json.length).toBeGreaterThan(10);
  });
});
