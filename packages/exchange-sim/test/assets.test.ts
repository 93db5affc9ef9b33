import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { type Listener, priceOf, signedCall, until, userStream } from './harness';

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' };

describe('an account with BNB', () => {
  const directory = mkdtempSync(join(tmpdir(), 'venue-assets-'));
  const journal = join(directory, 'venue.jsonl');
  let sim: RunningSim;
  let user: Listener;
  const read = async (path: string, params = {}) => (await signedCall(sim, 'GET', path, params)).json;
  const write = async (path: string, params = {}) => (await signedCall(sim, 'POST', path, params)).json;
  const balances = async () =>
    Object.fromEntries(
      (await read('/fapi/v3/balance')).map((row: { asset: string; balance: string }) => [
        row.asset,
        Number(row.balance),
      ]),
    );
  beforeAll(async () => {
    sim = await startSim({ initialBnb: '2', journal });
    user = await userStream(sim);
  });
  afterAll(async () => {
    user.socket.close();
    await sim.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('an account with BNB pays fees in BNB at a discount, and every row says so', async () => {
    expect(await read('/fapi/v1/feeBurn')).toEqual({ feeBurn: true });
    await write('/fapi/v1/order', BUY);
    const trades = await read('/fapi/v1/userTrades', { symbol: 'BTCUSDT' });
    const paid = trades.reduce((sum: number, row: { commission: string }) => sum + Number(row.commission), 0);
    expect(trades.every((row: { commissionAsset: string }) => row.commissionAsset === 'BNB')).toBe(true);
    const after = await balances();
    expect(after.USDT).toBe(100_000);
    expect(after.BNB).toBeCloseTo(2 - paid, 8);
    expect(paid).toBeGreaterThan(0);
    const rows = await read('/fapi/v1/income', { incomeType: 'COMMISSION' });
    expect(rows.every((row: { asset: string }) => row.asset === 'BNB')).toBe(true);
    await until(
      () => user.messages.some((message) => message.a?.B?.some((row: { a: string }) => row.a === 'BNB')),
      'the BNB balance on the stream',
    );
    expect(user.messages.findLast((message) => message.o?.x === 'TRADE').o.N).toBe('BNB');
  });

  it('an account with BNB keeps its balances over a restart and pays in the quote asset once asked to', async () => {
    const before = await balances();
    await sim.close();
    sim = await startSim({ initialBnb: '2', journal });
    expect(await balances()).toEqual(before);
    expect(await write('/fapi/v1/feeBurn', { feeBurn: 'false' })).toEqual({ code: 200, msg: 'success' });
    await write('/fapi/v1/order', BUY);
    expect((await balances()).BNB).toBe(before.BNB);
    expect((await balances()).USDT).toBeLessThan(before.USDT!);
  });

  it('an account counts BNB as margin in multi-assets mode, which excludes isolated margin and open orders', async () => {
    const available = async () => Number((await read('/fapi/v3/account')).availableBalance);
    const before = await available();
    const listener = await userStream(sim);
    const switchTo = (on: string) => write('/fapi/v1/multiAssetsMargin', { multiAssetsMargin: on });
    expect((await switchTo('false')).code).toBe(-4171);
    const order = { symbol: 'ETHUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.1' };
    await write('/fapi/v1/order', { ...order, price: ((await priceOf(sim, 'ETHUSDT')) * 0.96).toFixed(2) });
    expect((await switchTo('true')).code).toBe(-4170);
    await signedCall(sim, 'DELETE', '/fapi/v1/allOpenOrders', { symbol: 'ETHUSDT' });
    await write('/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' });
    expect((await switchTo('true')).code).toBe(-4167);
    await write('/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'CROSSED' });
    expect((await switchTo('true')).code).toBe(200);
    await until(() => listener.messages.some((message) => message.ai?.j === true), 'the mode on the stream');
    listener.socket.close();
    expect(await read('/fapi/v1/multiAssetsMargin')).toEqual({ multiAssetsMargin: true });
    expect((await write('/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' })).code).toBe(
      -4168,
    );
    expect((await available()) - before).toBeGreaterThan(500);
  });
});
