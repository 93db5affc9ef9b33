/**
 * The executor as a process on durable PostgreSQL, NATS and the simulated venue: from a committed intent to
 * the order at the venue, against the least that could stand between a JetStream message and an HTTP request;
 * how many intents it sustains; how long a flatten of many positions takes, of one bot's each, of bots that
 * share symbols and while the database is silent; how much it asks of a venue that is out. Both paths take
 * turns, so that a busy machine slows them alike, and a turn begins a moment after the one before, when the
 * executor has written down what that one left to do: what it does under load is measured by itself.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark, BenchResult } from './benchmark';
import { type BenchBot, ExecutorHarness, until } from './executor-harness';
import { percentile } from './percentile';

const ROUNDS = 200;
const WARM_UP_ROUNDS = 20;
const AFTERWORK_MS = 50;
const SUSTAINED_BOTS = 20;
const SUSTAINED_ROUNDS = 15;
const FLATTEN_POSITIONS = 50;
const SHARING = { bots: 20, symbols: 10, positions: 100 } as const;
/** A tenth of what the venue allows in a minute. */
const OUTAGE = { positions: 20, minutes: 5, requestsAim: 240 } as const;
const RATIO_AIM = 3;

const SYMBOLS = ['BTCUSDT', ...Array.from({ length: FLATTEN_POSITIONS }, (_, i) => `BENCH${i}USDT`)];

export const benchmark: Benchmark = {
  name: 'executor',
  summary: 'intent to order against a bare bus and HTTP, intents sustained without loss, seconds to flat',
  run: async (progress) => {
    const harness = await ExecutorHarness.open(SYMBOLS);
    try {
      progress(`${ROUNDS} intents, one at a time`);
      const latency = await measureLatency(harness);
      const bots = await Promise.all(
        SYMBOLS.slice(1).map((symbol, index) => harness.addBot(symbol, 100 + index)),
      );
      progress(`${SUSTAINED_BOTS} bots at once`);
      const sustained = await measureSustained(harness, bots.slice(0, SUSTAINED_BOTS));
      progress(`flatten of ${FLATTEN_POSITIONS} positions`);
      const flatten = await measureFlatten(harness, bots);
      progress(`flatten of ${SHARING.positions} positions on shared symbols`);
      const shared = await measureSharedFlatten(harness);
      progress('flattens while the database is silent');
      const silent = await measureSilentFlattens(harness, bots.slice(0, OUTAGE.positions));
      progress(`an outage of ${OUTAGE.minutes} minutes`);
      const outage = await measureOutage(harness, bots.slice(0, OUTAGE.positions));
      return [...latency, ...sustained, flatten, shared, ...silent, outage, memory(harness)];
    } finally {
      await harness.close();
    }
  },
};

async function measureLatency(harness: ExecutorHarness): Promise<BenchResult[]> {
  const bot = await harness.addBot('BTCUSDT', 1);
  const terms = await harness.terms('BTCUSDT');
  const bareMs: number[] = [];
  const executorMs: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    harness.forgetArrivals();
    const publishedNs = process.hrtime.bigint();
    await harness.publishBare();
    const bareNs = await harness.arrival('bare');
    const intent = await harness.intend(bot, 'long', terms);
    const committedNs = process.hrtime.bigint();
    const arrivedNs = await harness.arrival('executor');
    await settled(harness, bot, intent, terms);
    await sleep(AFTERWORK_MS);
    if (round < 0) continue;
    bareMs.push(Number(bareNs - publishedNs) / 1e6);
    executorMs.push(Math.max(0, Number(arrivedNs - committedNs)) / 1e6);
  }
  return [0.5, 0.99].flatMap((q) => {
    const bare = percentile(bareMs, q);
    const ours = percentile(executorMs, q);
    const name = `p${q * 100}`;
    const ratio = ours / bare;
    return [
      { name: `bare JetStream to HTTP, ${name}`, value: bare, unit: 'ms' },
      {
        name: `intent committed to order at the venue, ${name}`,
        value: ours,
        unit: 'ms',
        ratio,
        aim: `ratio <= ${RATIO_AIM}`,
        met: ratio <= RATIO_AIM,
      },
    ];
  });
}

/** The entry is answered, its stop placed, and everything taken back. */
async function settled(
  harness: ExecutorHarness,
  bot: BenchBot,
  intent: string,
  terms: { qty: string; sl: string },
): Promise<void> {
  await harness.outcome(intent);
  const flat = await harness.intend(bot, 'flat', terms);
  await harness.outcome(flat);
  await until(async () => {
    const open = await harness.sql(
      `SELECT FROM trading.orders WHERE symbol = $1 AND status < 'filled'
       UNION ALL SELECT FROM trading.positions WHERE symbol = $1 AND qty <> 0`,
      [bot.symbol],
    );
    return open.length === 0;
  });
}

/**
 * Each bot has one intent under way at any time; every one of them must be accepted and be exactly one order.
 */
async function measureSustained(harness: ExecutorHarness, bots: readonly BenchBot[]): Promise<BenchResult[]> {
  const entriesBefore = await harness.entryOrders();
  const accepted = { count: 0 };
  const startedMs = performance.now();
  await Promise.all(
    bots.map(async (bot) => {
      const terms = await harness.terms(bot.symbol);
      for (let round = 0; round < 2 * SUSTAINED_ROUNDS; round++) {
        const intent = await harness.intend(bot, round % 2 === 0 ? 'long' : 'flat', terms);
        if ((await harness.outcome(intent)) === 'accepted') accepted.count += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  const total = bots.length * 2 * SUSTAINED_ROUNDS;
  const entries = (await harness.entryOrders()) - entriesBefore;
  const lost = total - accepted.count + Math.abs(entries - total / 2);
  return [
    { name: `intents answered, ${bots.length} bots at once`, value: total / seconds, unit: '1/s' },
    { name: 'intents lost, refused or sent twice', value: lost, unit: 'intents', aim: '0', met: lost === 0 },
  ];
}

async function measureFlatten(harness: ExecutorHarness, bots: readonly BenchBot[]): Promise<BenchResult> {
  await openAll(harness, bots);
  const seconds = await secondsToFlat(harness);
  return {
    name: `flatten of ${bots.length} positions`,
    value: seconds,
    unit: 's',
    aim: '< 60 s',
    met: seconds < 60,
  };
}

/**
 * Each bot on several symbols, each symbol with several bots: everybody's holding is closed by orders of its
 * own.
 */
async function measureSharedFlatten(harness: ExecutorHarness): Promise<BenchResult> {
  const ids = Array.from({ length: SHARING.bots }, () => crypto.randomUUID());
  const bots = await Promise.all(
    Array.from({ length: SHARING.positions }, (_, index) => {
      const symbol = SYMBOLS[1 + (index % SHARING.symbols)]!;
      const bot = (index + Math.floor(index / SHARING.symbols)) % SHARING.bots;
      return harness.addBot(symbol, 1_000 + index, { strategy: `shared ${index}`, botId: ids[bot]! });
    }),
  );
  await openAll(harness, bots);
  const seconds = await secondsToFlat(harness);
  await until(async () => (await harness.holdings()) === 0);
  const name = `flatten of ${bots.length} positions of ${SHARING.bots} bots on ${SHARING.symbols} symbols`;
  return { name, value: seconds, unit: 's', aim: '< 2 s', met: seconds < 2 };
}

/** By an operator, while no query is answered: what is held is known from the venue alone. */
async function measureSilentFlattens(
  harness: ExecutorHarness,
  bots: readonly BenchBot[],
): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const way of ['flatten', 'break-glass'] as const) {
    await openAll(harness, bots);
    const seconds = await harness.whileSilent(async () => {
      const startedMs = performance.now();
      await harness.askToFlatten(way);
      await until(async () => (await harness.openPositions()) === 0);
      return (performance.now() - startedMs) / 1_000;
    });
    await until(async () => (await harness.holdings()) === 0);
    const name = `${way} of ${bots.length} positions with a silent database`;
    results.push({ name, value: seconds, unit: 's', aim: '< 2 s', met: seconds < 2 });
  }
  return results;
}

/** What the executor asks of a venue that answers nothing, while positions are open. */
async function measureOutage(harness: ExecutorHarness, bots: readonly BenchBot[]): Promise<BenchResult> {
  await openAll(harness, bots);
  const before = await harness.requests();
  await harness.outage(OUTAGE.minutes * 60_000);
  await sleep(OUTAGE.minutes * 60_000);
  const value = ((await harness.requests()) - before) / OUTAGE.minutes;
  await secondsToFlat(harness);
  const name = `requests a minute in an outage with ${bots.length} open positions`;
  return { name, value, unit: '1/min', aim: `< ${OUTAGE.requestsAim}`, met: value < OUTAGE.requestsAim };
}

async function openAll(harness: ExecutorHarness, bots: readonly BenchBot[]): Promise<void> {
  await Promise.all(
    bots.map(async (bot) =>
      harness.outcome(await harness.intend(bot, 'long', await harness.terms(bot.symbol))),
    ),
  );
  await until(async () => (await harness.holdings()) === bots.length);
}

async function secondsToFlat(harness: ExecutorHarness): Promise<number> {
  const startedMs = performance.now();
  await harness.sql(
    `INSERT INTO trading.bot_commands (kind, scope, reason, issued_by) VALUES ('flatten', 'all', 'bench', 'bench')`,
  );
  await until(async () => (await harness.openPositions()) === 0);
  return (performance.now() - startedMs) / 1_000;
}

function memory(harness: ExecutorHarness): BenchResult {
  const status = readFileSync(`/proc/${harness.service.process.pid}/status`, 'utf8');
  const value = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
  return { name: 'memory of the process after all that', value, unit: 'MiB' };
}
