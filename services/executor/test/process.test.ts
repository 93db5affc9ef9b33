import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ExecutorDesk } from './desk';

const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';
const LATCH_IS_STALE_MS = 11_000;

let desk: ExecutorDesk;
let running: SpawnedService | undefined;
beforeEach(async () => {
  desk = await ExecutorDesk.open({ seed: 41 });
});
afterEach(async () => {
  await running?.end('SIGKILL');
  await desk?.close();
});

async function spawnReady(): Promise<SpawnedService> {
  const service = await spawnService('executor', desk.environment({ PLATFORM_EXECUTOR_LOG_LEVEL: 'info' }));
  running = service;
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200);
  return service;
}

const orderArrived = () =>
  eventually(() => desk.requests('POST', ORDER).length === 1 || desk.entries().length === 1);

it('an executor killed during an entry leaves one order, and the next one answers and places the stop', async () => {
  const first = await spawnReady();
  desk.sim.admin.addFault({ kind: 'hang', method: 'POST', path: ORDER, count: 1 });
  const intentId = await desk.intend(await desk.addBot(), { side: 'long' });
  await orderArrived();
  await first.end('SIGKILL');
  await spawnReady();
  expect((await desk.outcome(intentId)).outcome).toBe('accepted');
  await eventually(() => desk.liveStops().length === 1);
  expect(desk.entries()).toHaveLength(1);
  expect(desk.requests('POST', ORDER)).toHaveLength(1);
});

it('an executor killed before its stop is answered ends up with exactly one stop', async () => {
  const first = await spawnReady();
  desk.sim.admin.addFault({ kind: 'hang', method: 'POST', path: ALGO, count: 1 });
  await desk.intend(await desk.addBot(), { side: 'long' });
  await eventually(() => desk.liveStops().length === 1);
  await first.end('SIGKILL');
  expect(desk.liveStops()).toHaveLength(1);
  await spawnReady();
  await eventually(async () => {
    const open = await desk.rows(`SELECT FROM trading.orders WHERE leg = 'sl' AND status = 'new'`);
    return open.length === 1 && desk.liveStops().length === 1;
  });
});

it('an executor stopped for longer than its latch is fresh sends nothing for a halt it slept through', async () => {
  const service = await spawnReady();
  const bot = await desk.addBot();
  service.process.kill('SIGSTOP');
  await desk.setLatch(true);
  const intentId = await desk.intend(bot, { side: 'long' });
  await sleep(LATCH_IS_STALE_MS);
  service.process.kill('SIGCONT');
  expect(await desk.outcome(intentId)).toEqual({
    outcome: 'rejected',
    outcome_reason: 'risk_halted',
  });
  expect(desk.requests('POST', ORDER)).toEqual([]);
});

it('an executor stopped during an entry exits 0 with the fill recorded and under its stop', async () => {
  const service = await spawnReady();
  desk.sim.admin.addFault({ kind: 'latency', method: 'POST', path: ORDER, durationMs: 1_000, count: 1 });
  const bot = await desk.addBot();
  await desk.intend(bot, { side: 'long' });
  await eventually(
    async () => (await desk.rows(`SELECT FROM trading.orders WHERE leg = 'entry'`)).length === 1,
  );
  const ended = service.end('SIGTERM');
  const late = await desk.intend(await desk.addBot('late', 'ETHUSDT'), { side: 'long', qty: '0.1' });
  expect(await ended).toBe(0);
  expect(desk.liveStops()).toHaveLength(1);
  const [entry] = await desk.rows<{ status: string }>(
    `SELECT status FROM trading.orders WHERE leg = 'entry'`,
  );
  expect(entry!.status).toBe('filled');
  expect(await desk.rows('SELECT FROM trading.orders WHERE intent_id = $1', [late])).toEqual([]);
});
