/**
 * The bot as a process of its own, on real PostgreSQL and NATS with durable settings: from a bar on the bus
 * to its intent in the database, the time of one evaluation, what a bot weighs, and how long the longest
 * warm-up takes.
 */
import { randomBytes } from 'node:crypto';
import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { warmupTopic } from '@platform/contracts';
import { barOpenTimeMs, MINUTE_MS, timeframeMs, uuidV7 } from '@platform/core';
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import {
  eventually,
  type SpawnedService,
  spawnService,
  startPostgres,
  startTestNats,
  TEST_PASSWORD,
} from '@platform/testkit';
import pg from 'pg';
import type { Benchmark, BenchResult } from './benchmark';
import { barPublisher, connectBus, publishBar, sawteeth, serveWarmup } from './bot-market';
import { percentile } from './percentile';
import { type ProcessUse, processUse } from './process-use';

const SYMBOL = 'BENCHUSDT';
const MEASURED_BARS = 300;
/** Long enough for the bar before to be done: queueing is not what is measured. */
const PAUSE_MS = 80;
/** Without bars, for what a bot takes by merely being there. */
const IDLE_MS = 15_000;
const MEMORY_AIM_MIB = 90;
/**
 * The longest memory a validated strategy can have: 18.5 × 257 + 1 bars of the 5,000 that one request may ask
 * for.
 */
const LONG_WARMUP = { strategy: 'ewmac', params: { fast: 64, slow: 256 }, bars: 4_756 };

interface Bench {
  readonly nats: Awaited<ReturnType<typeof startTestNats>>;
  readonly databasePort: number;
  readonly owner: pg.Pool;
}

export const benchmark: Benchmark = {
  name: 'bot',
  summary: 'bar to intent, evaluation time, memory per bot, and the longest warm-up',
  run: async (progress) => {
    const [postgres, nats] = await Promise.all([startPostgres({ durable: true }), startTestNats()]);
    const adminUrl = postgres.adminUrl('postgres');
    await migrate({ connectionString: adminUrl, log: () => undefined });
    await setRolePasswords(adminUrl, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
    const owner = new pg.Pool({ connectionString: adminUrl, max: 2 });
    try {
      const bench = { nats, databasePort: postgres.port, owner };
      progress(`${MEASURED_BARS} bars of 1m through one bot`);
      const live = await measureLive(bench);
      progress(`warm-up of ${LONG_WARMUP.bars} bars`);
      return [...live, await measureWarmup(bench)];
    } finally {
      await owner.end();
      await nats.dispose();
      await postgres.dispose();
    }
  },
};

const newBotId = () => uuidV7(Date.now(), randomBytes(10));

async function startBot(bench: Bench, botId: string, env: Record<string, string>): Promise<SpawnedService> {
  return await spawnService('bot', {
    PLATFORM_BOT_ID: botId,
    PLATFORM_BOT_DATABASE_URL: `postgresql://platform_bot:${TEST_PASSWORD}@127.0.0.1:${bench.databasePort}/postgres`,
    PLATFORM_BOT_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_BUS_NATS_URL: bench.nats.url,
    PLATFORM_BUS_NATS_CREDS: bench.nats.credsFor('bot'),
    PLATFORM_BOT_SYMBOL: SYMBOL,
    ...env,
  });
}

async function measureLive(bench: Bench): Promise<BenchResult[]> {
  const newestMs = barOpenTimeMs('1m', Date.now()) - MINUTE_MS;
  const history = sawteeth(200, newestMs - 199 * MINUTE_MS, '1m');
  const live = sawteeth(200 + MEASURED_BARS, newestMs - 199 * MINUTE_MS, '1m').slice(200);
  const data = await serveWarmup(history, '1m', () => undefined);
  const botId = newBotId();
  const bot = await startBot(bench, botId, {
    PLATFORM_BOT_STRATEGY: 'psar',
    PLATFORM_BOT_TIMEFRAME: '1m',
    PLATFORM_BOT_PARAMS: JSON.stringify({ af_start: 0.2, af_step: 0.2, af_max: 1 }),
    PLATFORM_DATA_BASE_URL: data.url,
  });
  const connection = await connectBus(bench.nats, 'data');
  const committed = new Map<string, number>();
  const listener = new pg.Client({ ...bench.owner.options });
  try {
    await listener.connect();
    await listener.query('LISTEN "trading.order_intents"');
    listener.on('notification', ({ payload }) => {
      committed.set((JSON.parse(payload ?? '{}') as { intent_id: string }).intent_id, performance.now());
    });
    const client = await barPublisher(connection);
    await eventually(async () => (await fetch(`${bot.url}/readyz`)).status === 200);
    const publishedMs = new Map<number, number>();
    const before = processUse(bot.process.pid!);
    for (const bar of live) {
      publishedMs.set(bar.open_time, performance.now());
      await publishBar(client, SYMBOL, '1m', bar);
      await sleep(PAUSE_MS);
    }
    await eventually(async () => (await decidedBars(bench, botId)) === live.length);
    const delaysMs = await delays(bench, botId, publishedMs, committed);
    return [
      {
        name: `bar on the bus to intent committed, p50 of ${delaysMs.length}`,
        value: percentile(delaysMs, 0.5),
        unit: 'ms',
      },
      { name: 'bar on the bus to intent committed, p99', value: percentile(delaysMs, 0.99), unit: 'ms' },
      ...(await evaluation(bot)),
      ...(await capacity(bot.process.pid!, before, live.length)),
    ];
  } finally {
    await listener.end();
    await connection.close();
    await bot.end('SIGKILL');
    data.close();
  }
}

async function decidedBars({ owner }: Bench, botId: string): Promise<number> {
  const { rows } = await owner.query(
    'SELECT count(*)::int AS n FROM trading.bar_decisions WHERE bot_id = $1',
    [botId],
  );
  return rows[0].n;
}

async function delays(
  { owner }: Bench,
  botId: string,
  publishedMs: ReadonlyMap<number, number>,
  committed: ReadonlyMap<string, number>,
): Promise<number[]> {
  const { rows } = await owner.query<{ intent_id: string; bar_open_time: string }>(
    'SELECT intent_id, bar_open_time FROM trading.order_intents WHERE bot_id = $1',
    [botId],
  );
  return rows.flatMap((row) => {
    const [from, to] = [publishedMs.get(Number(row.bar_open_time)), committed.get(row.intent_id)];
    return from === undefined || to === undefined ? [] : [to - from];
  });
}

/** From the bot's own histogram. */
async function evaluation({ url }: SpawnedService): Promise<BenchResult[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const name = 'platform_bot_strategy_evaluation_duration_seconds';
  const value = (line: string) =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${name}${line} `))
        ?.split(' ')
        .at(-1),
    );
  const count = value('_count');
  const buckets = [...text.matchAll(new RegExp(`${name}_bucket\\{le="([\\d.e-]+)"\\} (\\d+)`, 'g'))];
  const within = (share: number) =>
    Number(buckets.find(([, , seen]) => Number(seen) >= share * count)?.[1]) * 1e6;
  return [
    { name: 'evaluation, mean', value: (value('_sum') / count) * 1e6, unit: 'µs' },
    { name: 'evaluation, 50 % at most', value: within(0.5), unit: 'µs' },
    { name: 'evaluation, 99 % at most', value: within(0.99), unit: 'µs' },
  ];
}

/** What one bot takes with bars and without, and how many of them 80 % of this machine carries at 1m bars. */
async function capacity(pid: number, before: ProcessUse, bars: number): Promise<BenchResult[]> {
  const after = processUse(pid);
  await sleep(IDLE_MS);
  const rested = processUse(pid);
  const { residentMib } = rested;
  const idleShare = (rested.cpuSeconds - after.cpuSeconds) / (rested.atSeconds - after.atSeconds);
  const idleSeconds = idleShare * (after.atSeconds - before.atSeconds);
  const secondsPerBar = (after.cpuSeconds - before.cpuSeconds - idleSeconds) / bars;
  const secondsPerMinute = secondsPerBar + 60 * idleShare;
  const byMemory = (0.8 * totalmem()) / 2 ** 20 / residentMib;
  const byCpu = (0.8 * cpus().length * 60) / secondsPerMinute;
  return [
    {
      name: 'resident memory of one bot',
      value: residentMib,
      unit: 'MiB',
      aim: `<= ${MEMORY_AIM_MIB} MiB`,
      met: residentMib <= MEMORY_AIM_MIB,
    },
    { name: 'CPU time per bar', value: secondsPerBar * 1000, unit: 'ms' },
    { name: 'CPU time of a bot at 1m bars, per minute', value: secondsPerMinute * 1000, unit: 'ms' },
    { name: 'bots that 80 % of this memory holds', value: Math.floor(byMemory), unit: 'bots' },
    { name: 'bots at 1m bars that 80 % of these cores carry', value: Math.floor(byCpu), unit: 'bots' },
  ];
}

/** From the request at the data service to the announcement on the bus. */
async function measureWarmup(bench: Bench): Promise<BenchResult> {
  const { strategy, params, bars } = LONG_WARMUP;
  const barMs = timeframeMs('1h');
  const history = sawteeth(bars, barOpenTimeMs('1h', Date.now()) - bars * barMs, '1h');
  let askedMs = 0;
  const data = await serveWarmup(history, '1h', () => {
    askedMs = performance.now();
  });
  const botId = newBotId();
  const connection = await connectBus(bench.nats, 'manager');
  const announced = new Promise<number>((resolve) => {
    connection.subscribe(warmupTopic(botId), { callback: () => resolve(performance.now()) });
  });
  await connection.flush();
  const bot = await startBot(bench, botId, {
    PLATFORM_BOT_STRATEGY: strategy,
    PLATFORM_BOT_TIMEFRAME: '1h',
    PLATFORM_BOT_PARAMS: JSON.stringify(params),
    PLATFORM_DATA_BASE_URL: data.url,
  });
  try {
    return { name: `warm-up of ${bars} bars`, value: (await announced) - askedMs, unit: 'ms' };
  } finally {
    await connection.close();
    await bot.end('SIGKILL');
    data.close();
  }
}
