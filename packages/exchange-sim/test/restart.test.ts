import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { signedCall } from './harness';

const directory = mkdtempSync(join(tmpdir(), 'venue-journal-'));
let sim: RunningSim | undefined;
afterEach(async () => {
  await sim?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('a venue with a journal comes back with its balance, position, orders and stops, and gives no id twice', async () => {
  const journal = join(directory, 'venue.jsonl');
  const startMs = Date.now();
  const start = async () => {
    sim = await startSim({ journal, speed: 0, startMs });
    return sim;
  };
  const look = async (venue: RunningSim) => ({
    account: (await signedCall(venue, 'GET', '/fapi/v3/account')).json,
    position: (await signedCall(venue, 'GET', '/fapi/v3/positionRisk')).json,
    stops: (await signedCall(venue, 'GET', '/fapi/v1/openAlgoOrders')).json,
    trades: (await signedCall(venue, 'GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' })).json,
  });
  /** Ids are longer than a JavaScript number is exact. */
  const buy = async (venue: RunningSim, quantity: string) => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity };
    const { text } = await signedCall(venue, 'POST', '/fapi/v1/order', order);
    return BigInt(/"orderId":(\d+)/.exec(text)![1]!);
  };

  const before = await start();
  await signedCall(before, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: '7' });
  const first = await buy(before, '0.012');
  const stop = { symbol: 'BTCUSDT', side: 'SELL', algoType: 'CONDITIONAL', type: 'STOP_MARKET' };
  await signedCall(before, 'POST', '/fapi/v1/algoOrder', {
    ...stop,
    triggerPrice: '1000',
    closePosition: 'true',
  });
  const left = await look(before);
  await before.close();
  // A process that was killed may leave half a line.
  appendFileSync(journal, '{"kind":"order","acc');

  const after = await start();
  expect(await look(after)).toEqual(left);
  expect(left.stops).toHaveLength(1);
  const second = await buy(after, '0.01');
  expect(second).toBeGreaterThan(first);
  const tradeIds = (await look(after)).trades.map((trade: { id: number }) => trade.id);
  expect(new Set(tradeIds).size).toBe(tradeIds.length);
});
