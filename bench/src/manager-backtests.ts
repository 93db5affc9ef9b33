/**
 * Backtests from the request to the stored report: 37,660 hours with the share of the engine in it; five
 * years of minutes, cold and from the cache of months, against a bare COPY BINARY of the same rows; and
 * /healthz while they run.
 *
 * With its defaults supertrend pays so many fees on minutes that little is left to trade with, and less to
 * store, after the first year. The one that is judged is in the market for all five, with ten thousand
 * roundtrips; one with sixty-eight thousand, small enough to outlive its fees, is reported beside it: most of
 * its time goes into its rows.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyOut, KLINE_COLUMNS_SQL, type KlineColumns, toBarSeries } from '@platform/columns';
import { DAY_MS, HOUR_MS } from '@platform/core';
import { Backtest, certify, defaultSettings } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import type { BenchResult } from './benchmark';
import { type DataBench, generatedMinutes } from './data-environment';
import { ask, millisecondsOf, startManager } from './manager-service';
import { percentile } from './percentile';

const HOURS = 37_660;
const DAYS = 5 * 365;
const FIRST_DAY_MS = Date.UTC(2020, 0, 1);
const HOURLY = 'HOURSUSDT';
const MINUTELY = 'MINUTESUSDT';
const ROUNDS = 20;
const LONG_ROUNDS = 3;
const ROWS_PER_WRITE = 100_000;
/** In the market for five years of minutes. */
const PATIENT = { multiplier: 10 };
/** As many roundtrips as its defaults make of them, with an account that outlives their fees. */
const RESTLESS = { size_hint: { kind: 'vol_target', value: 0.01 } };

export async function measureBacktests(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`backtests: storing ${HOURS} hours and ${DAYS} days of minutes`);
  const hours = hourlyBars();
  await store(bench, HOURLY, '1h', hours);
  const minutes = generatedMinutes(MINUTELY, FIRST_DAY_MS, DAYS);
  await store(bench, MINUTELY, '1m', minutes);
  const stateDirectory = join(bench.directory, 'backtests');
  const manager = await startManager(bench, { PLATFORM_MANAGER__STATE_DIR: stateDirectory });
  try {
    progress(`backtests: ${HOURS} hours, ${ROUNDS} times`);
    const hourly = () => backtest(manager.url, HOURLY, '1h', HOURS * HOUR_MS, {});
    await hourly();
    const totalMs = await times(ROUNDS, hourly);
    const engineMs = await times(ROUNDS, async () => replay(hours));
    progress(`backtests: ${minutes.length} minutes, cold and warm`);
    const minutely = (params: object) => backtest(manager.url, MINUTELY, '1m', DAYS * DAY_MS, params);
    const copyMs: number[] = [];
    const coldMs: number[] = [];
    const warmMs: number[] = [];
    const restlessMs: number[] = [];
    for (let round = 0; round < LONG_ROUNDS; round++) {
      copyMs.push(await millisecondsOf(() => bareCopy(bench)));
      await rm(join(stateDirectory, 'bars'), { recursive: true, force: true });
      coldMs.push(await millisecondsOf(() => minutely(PATIENT)));
      warmMs.push(await millisecondsOf(() => minutely(PATIENT)));
      restlessMs.push(await millisecondsOf(() => minutely(RESTLESS)));
    }
    progress('backtests: /healthz meanwhile');
    const idleMs = await healthUntil(manager.url, sleep(3_000));
    const three = [PATIENT, PATIENT, PATIENT].map(minutely);
    const busyMs = await healthUntil(manager.url, Promise.all(three));
    return [
      ...hourlyResults(totalMs, engineMs),
      ...minuteResults(minutes.length, { copyMs, coldMs, warmMs, restlessMs }),
      { name: '/healthz, idle, p99', value: percentile(idleMs, 0.99), unit: 'ms' },
      { name: '/healthz, three backtests under way, p99', value: percentile(busyMs, 0.99), unit: 'ms' },
    ];
  } finally {
    await manager.end('SIGTERM');
  }
}

/** In parts, so that no statement meets its time limit on a busy machine. */
async function store(
  bench: DataBench,
  symbol: string,
  timeframe: '1m' | '1h',
  bars: KlineColumns,
): Promise<void> {
  for (let from = 0; from < bars.length; from += ROWS_PER_WRITE) {
    const part = bars.slice(from, Math.min(bars.length, from + ROWS_PER_WRITE));
    await bench.store.writeBulk({ market: 'perp', symbol }, timeframe, part);
  }
}

function hourlyResults(totalMs: readonly number[], engineMs: readonly number[]): BenchResult[] {
  const p50 = percentile(totalMs, 0.5);
  return [
    { name: `POST /backtest of ${HOURS} hours, p50`, value: p50, unit: 'ms' },
    {
      name: 'share of the engine in it',
      value: (100 * percentile(engineMs, 0.5)) / p50,
      unit: '%',
    },
  ];
}

function minuteResults(
  rows: number,
  measured: Readonly<Record<'copyMs' | 'coldMs' | 'warmMs' | 'restlessMs', readonly number[]>>,
): BenchResult[] {
  const base = percentile(measured.copyMs, 0.5);
  const against = (what: string, values: readonly number[]) => {
    const value = percentile(values, 0.5);
    const name = `backtest of ${rows} minutes to stored report, ${what}, p50`;
    return { name, value, unit: 'ms', ratio: value / base };
  };
  const atMost = (most: number, result: ReturnType<typeof against>): BenchResult => ({
    ...result,
    aim: `ratio <= ${most}`,
    met: result.ratio <= most,
  });
  return [
    { name: `bare COPY BINARY of ${rows} minutes, p50`, value: base, unit: 'ms' },
    atMost(1.5, against('cold', measured.coldMs)),
    atMost(0.25, against('warm', measured.warmMs)),
    against('warm, 68 thousand roundtrips', measured.restlessMs),
  ];
}

/** The simulated minutes as if they were hours: the same prices, sixty times as far apart. */
function hourlyBars(): KlineColumns {
  const minutes = generatedMinutes(HOURLY, FIRST_DAY_MS, Math.ceil(HOURS / 1440));
  const hours = minutes.slice(0, HOURS);
  for (let i = 0; i < HOURS; i++) hours.openTimeMs[i] = FIRST_DAY_MS + i * HOUR_MS;
  return hours;
}

interface Run {
  readonly runId: string;
  readonly status: string;
  readonly error?: string | null;
}

/** Resolves when the report is stored. */
async function backtest(
  url: string,
  symbol: string,
  timeframe: string,
  spanMs: number,
  params: object,
): Promise<void> {
  const span = { from_ts: FIRST_DAY_MS, to_ts: FIRST_DAY_MS + spanMs };
  // Bars without funding or anything before them: what is measured is the work, not the market.
  const request = { strategy: 'supertrend', symbol, timeframe, params, ...span, allow_partial_data: true };
  let run = await ask<Run>(`${url}/backtest`, request);
  while (run.status === 'queued' || run.status === 'running') {
    await sleep(5);
    run = await ask<Run>(`${url}/runs/${run.runId}`);
  }
  if (run.status !== 'completed') throw new Error(`the backtest ${run.status}: ${run.error}`);
}

/** What the manager's thread does between reading and storing. */
function replay(bars: KlineColumns): void {
  const strategy = findStrategy('supertrend')!;
  const parsed = strategy.parse({});
  if (!parsed.ok) throw new Error('the defaults are valid');
  const input = {
    strategy,
    params: parsed.value,
    symbol: HOURLY,
    timeframe: '1h',
    market: { bars: toBarSeries(bars) },
    settings: defaultSettings(HOURLY),
  } as const;
  const replayed = new Backtest(input);
  while (replayed.advance(500_000) < bars.length);
  certify(input, replayed.finish(), { newSha256: () => createHash('sha256') });
}

async function bareCopy(bench: DataBench): Promise<void> {
  const client = await bench.pool.connect();
  try {
    await copyOut(
      client,
      `COPY (SELECT ${KLINE_COLUMNS_SQL} FROM market.klines WHERE market = 'perp' AND symbol = '${MINUTELY}'
         AND timeframe = '1m' ORDER BY open_time) TO STDOUT (FORMAT binary)`,
      () => undefined,
    );
  } finally {
    client.release();
  }
}

/** How long /healthz took, again and again, until something else was done. */
async function healthUntil(url: string, done: Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    found.push(await millisecondsOf(() => ask(`${url}/healthz`)));
    await sleep(2);
  }
  await end;
  return found;
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push(await millisecondsOf(work));
  return found;
}
