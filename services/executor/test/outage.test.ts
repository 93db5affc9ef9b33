import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_LIMITS } from '@platform/exchange-sim';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TIMING, type Timing } from '../src/timing';
import { type Bot, ExecutorDesk } from './desk';

/** The executor's time passes four times as fast: a minute of it is a quarter of a minute here. */
const FASTER = 4;
const MINUTE_MS = 60_000 / FASTER;
const OUTAGE_MS = 2 * MINUTE_MS;
const FAST_TIMING = Object.fromEntries(
  Object.entries(TIMING).map(([name, ms]) => [name, ms / FASTER]),
) as unknown as Timing;
const POSITIONS = 20;

let desk: ExecutorDesk;
let service: ServiceHandle;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 32, limits: DEFAULT_LIMITS });
  service = await desk.startReady({}, FAST_TIMING);
});
afterAll(() => desk?.close());

async function enter(): Promise<Bot> {
  const bot = await desk.loneBot();
  const intent = await desk.intend(bot, { side: 'long', qty: await desk.quantity(bot.symbol) });
  expect((await desk.outcome(intent)).outcome).toBe('accepted');
  await eventually(() => desk.liveStops(bot.symbol).length === 1);
  return bot;
}

const isStopped = ({ symbol }: Bot) => {
  const stops = desk.liveStops(symbol);
  return stops.length === 1 && Number(stops[0]!['quantity']) === desk.exchangePosition(symbol);
};
const isSafe = (bot: Bot) => desk.exchangePosition(bot.symbol) === 0 || isStopped(bot);

it('an endpoint that answers only 503 is asked ten times less than allowed; healed, all is under stops', async () => {
  const bots: Bot[] = [];
  while (bots.length < POSITIONS) bots.push(await enter());
  await eventually(() => bots.every(isStopped));
  const down = ['/fapi/v1/order', '/fapi/v1/algoOrder'].map((path) =>
    desk.sim.admin.addFault({ kind: 'unavailable_503', method: 'POST', path }),
  );
  desk.sim.admin.cancel('main');
  const before = desk.ledger('request').length;
  const startedMs = performance.now();
  await sleep(OUTAGE_MS);
  const flat = await desk.intend(bots[0]!, { side: 'flat' });
  await sleep(1_000 / FASTER);
  const minutes = (performance.now() - startedMs) / MINUTE_MS;
  const perMinute = (desk.ledger('request').length - before) / minutes;
  expect(perMinute).toBeLessThan(DEFAULT_LIMITS.weightPerMinute / 10);
  expect(await desk.errorCount(service, 'EXECUTOR_INTERNAL_ERROR')).toBe(0);
  for (const { id } of down) desk.sim.admin.clearFaults(id);
  await eventually(() => bots.every(isSafe));
  expect(await desk.outcome(flat)).toMatchObject({ outcome: 'accepted' });
  await eventually(async () => {
    const open = await desk.rows(`SELECT FROM trading.orders WHERE status IN ('submitting', 'unknown')`);
    return open.length === 0 && bots.every(isSafe);
  });
  for (const bot of bots)
    await eventually(() => desk.isAtRest(bot.symbol, desk.exchangePosition(bot.symbol)));
});
