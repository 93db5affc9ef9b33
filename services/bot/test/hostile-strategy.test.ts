/**
 * Strategies of one's own that throw, loop or answer nonsense in a bot: that bot ends or stands out, and asks
 * for nothing.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Bar, barOpenTimeMs, HOUR_MS } from '@platform/core';
import { bundlePath, bundleServices } from '@platform/stack/build';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BarFeed } from './support/bars';
import { DataServer } from './support/data-server';
import { decidedBars, eventsOf, intentsOf, untilReady } from './support/live-bot';
import { swingingBars } from './support/market';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

/** The bar on which each of them does what it does. */
const HOSTILE_VOLUME = 666;
const DEEDS = {
  throws_in_a_bar: "throw new Error('no idea')",
  answers_nan: 'return Number.NaN as Target',
  loops_forever: 'while (i >= 0) this.turns += 1',
} as const;
type Name = keyof typeof DEEDS;

const sourceOf = (name: Name) => `
import { defineStrategy, type Evaluator, type EvaluatorState, type MarketSeries, strategyParams, type Target } from '@platform/strategies/author';

class Hostile implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  readonly reason = 'none';
  turns = 0;

  evaluate({ bars }: MarketSeries, i: number): Target {
    if (bars.volume[i] === ${HOSTILE_VOLUME}) ${DEEDS[name]};
    return 0;
  }

  state(): EvaluatorState {
    return {};
  }

  restore(): void {}
}

export default defineStrategy({
  ...{ name: '${name}', title: 'Hostile', summary: 'Waits for its bar.', schema: strategyParams({}) },
  warmupBars: () => 40,
  create: () => new Hostile(),
});
`;

const surroundings = useSurroundings();
const data = new DataServer();
const running: SpawnedService[] = [];
/** Below the bundles: what they import is looked for upwards. */
let folder: string;
let feed: BarFeed;

const newestClosedMs = barOpenTimeMs('1h', Date.now()) - HOUR_MS;
const history = swingingBars(60, newestClosedMs, '1h');
const nextBar = (after: number, volume: number): Bar => ({
  ...history.at(-1)!,
  openTimeMs: newestClosedMs + after * HOUR_MS,
  volume,
});

beforeAll(async () => {
  const built = dirname(bundlePath('bot'));
  mkdirSync(built, { recursive: true });
  folder = mkdtempSync(join(built, 'hostile-'));
  for (const name of Object.keys(DEEDS) as Name[]) {
    mkdirSync(join(folder, 'strategies', name), { recursive: true });
    writeFileSync(join(folder, 'strategies', name, `${name}.ts`), sourceOf(name));
  }
  vi.stubEnv('PLATFORM_STRATEGIES_DIR', join(folder, 'strategies'));
  const { files } = await bundleServices(['bot']).finally(() => vi.unstubAllEnvs());
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
  data.bars = history;
  await data.start();
  feed = await BarFeed.connect(surroundings().nats);
});
afterAll(async () => {
  await Promise.all(running.map((bot) => bot.end('SIGKILL')));
  await feed?.close();
  await data.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A live bot that has decided one bar and is given the one that it does not bear. */
async function meetItsBar(strategy: Name) {
  const [botId, symbol] = [newBotId(), `${strategy.replaceAll('_', '').toUpperCase()}USDT`];
  const env = botEnvironment(surroundings(), botId, {
    PLATFORM_BOT_STRATEGY: strategy,
    PLATFORM_BOT_SYMBOL: symbol,
    PLATFORM_DATA_BASE_URL: data.url,
  });
  const bot = await spawnService('bot', env, join(folder, 'bot.mjs'));
  running.push(bot);
  await untilReady(bot);
  await feed.publish(symbol, '1h', nextBar(1, 10));
  await eventually(async () => (await decidedBars(surroundings().owner, botId)).length === 1);
  await feed.publish(symbol, '1h', nextBar(2, HOSTILE_VOLUME));
  return { bot, botId };
}

async function leaseOf(botId: string) {
  const { rows } = await surroundings().owner.query<{ is_released: boolean; is_over: boolean }>(
    `SELECT released_at IS NOT NULL AS is_released, expires_at <= clock_timestamp() AS is_over
     FROM trading.bot_leases WHERE bot_id = $1`,
    [botId],
  );
  return rows[0]!;
}

/** Nothing of the bar is on record, and nothing was asked for. */
async function expectNothingWritten(botId: string): Promise<void> {
  const { owner } = surroundings();
  expect(await decidedBars(owner, botId)).toEqual([nextBar(1, 0).openTimeMs]);
  expect(await intentsOf(owner, botId)).toEqual([]);
}

it.each([
  ['throws_in_a_bar', 'no idea'],
  ['answers_nan', 'target NaN'],
] as const)(
  'a strategy that %s ends its bot, which says why and gives its lease back',
  async (name, message) => {
    const { bot, botId } = await meetItsBar(name);
    await eventually(() => bot.process.exitCode !== null);
    expect(bot.process.exitCode).toBe(1);
    const { owner } = surroundings();
    expect((await eventsOf(owner, botId)).at(-1)).toBe('BOT_INTERNAL_ERROR');
    const { rows } = await owner.query(
      `SELECT metadata ->> 'message' AS message FROM trading.bot_events WHERE bot_id = $1 ORDER BY id DESC LIMIT 1`,
      [botId],
    );
    expect(rows).toEqual([{ message }]);
    expect(await leaseOf(botId)).toEqual({ is_released: true, is_over: true });
    await expectNothingWritten(botId);
  },
);

it('a strategy that loops loses its lease, answers no scrape, which the alert BotDown names, and is ended by a kill', async () => {
  const { bot, botId } = await meetItsBar('loops_forever');
  await eventually(async () => (await leaseOf(botId)).is_over);
  const scrape = fetch(`${bot.url}/metrics`, { signal: AbortSignal.timeout(2_000) });
  await expect(scrape).rejects.toThrow();
  expect(bot.process.exitCode).toBeNull();
  await expectNothingWritten(botId);
  // What the driver does with a bot that does not drain.
  expect(await bot.end('SIGKILL')).toBeNull();
});
