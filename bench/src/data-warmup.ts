/** POST /warmup with twelve datasets of 5,000 bars against twelve parallel row queries and JSON.stringify. */
import { Agent, request } from 'node:http';
import { WARMUP_BINARY } from '@platform/columns';
import { barOpenTimeMs, DAY_MS } from '@platform/core';
import type { BenchResult } from './benchmark';
import { type DataBench, generatedMinutes } from './data-environment';
import { startData, startVenue } from './data-service';
import { percentile } from './percentile';

const SYMBOLS = Array.from({ length: 12 }, (_, i) => `WARM${i}USDT`);
const BARS = 5_000;
const ROUNDS = 30;
const CLIENTS = 16;

export async function measureWarmup(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`warm-up: ${SYMBOLS.length} datasets × ${BARS} bars`);
  const firstDayMs = barOpenTimeMs('1d', Date.now()) - 5 * DAY_MS;
  for (const symbol of SYMBOLS) {
    await bench.store.writeBulk({ market: 'perp', symbol }, '1m', generatedMinutes(symbol, firstDayMs, 5));
  }
  const plain = await times(ROUNDS, () => plainQueries(bench));
  // Ingesting something else, so that the windows stay as they are.
  const venue = await startVenue(['BTCUSDT']);
  const service = await startData(bench, venue, ['BTCUSDT']);
  try {
    const ask = (accept: string) => post(`${service.url}/warmup`, accept);
    await ask('application/json');
    const json = await times(ROUNDS, () => ask('application/json'));
    const binary = await times(ROUNDS, () => ask(WARMUP_BINARY));
    progress(`warm-up: ${CLIENTS} clients`);
    const startedMs = performance.now();
    const crowd = (
      await Promise.all(Array.from({ length: CLIENTS }, () => times(8, () => ask(WARMUP_BINARY))))
    ).flat();
    const perSecond = crowd.length / ((performance.now() - startedMs) / 1000);
    const base = percentile(plain, 0.5);
    const entry = (name: string, values: readonly number[], aim: boolean): BenchResult[] => [
      {
        name: `${name}, p50`,
        value: percentile(values, 0.5),
        unit: 'ms',
        ratio: base / percentile(values, 0.5),
        ...(aim ? { aim: 'ratio >= 4', met: base / percentile(values, 0.5) >= 4 } : {}),
      },
      { name: `${name}, p99`, value: percentile(values, 0.99), unit: 'ms' },
    ];
    return [
      { name: 'twelve row queries and JSON.stringify, p50', value: base, unit: 'ms' },
      ...entry('POST /warmup as JSON', json, true),
      ...entry('POST /warmup in binary', binary, true),
      ...entry(`POST /warmup in binary, ${CLIENTS} clients`, crowd, false),
      { name: `POST /warmup in binary, ${CLIENTS} clients`, value: perSecond, unit: 'requests/s' },
    ];
  } finally {
    await service.end('SIGTERM');
    await venue.close();
  }
}

const REQUEST = JSON.stringify({
  datasets: SYMBOLS.map((symbol) => ({ kind: 'perp_klines', symbol, timeframe: '1m', lookback_bars: BARS })),
});

const agent = new Agent({ keepAlive: true });

/** Resolves with the last byte; what the answer says is not looked at. */
function post(url: string, accept: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept };
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`warm-up answered ${answer.statusCode}`)),
      );
      answer.resume();
    });
    sent.on('error', reject);
    sent.end(REQUEST);
  });
}

async function plainQueries(bench: DataBench): Promise<void> {
  const datasets = await Promise.all(
    SYMBOLS.map(async (symbol) => {
      const { rows } = await bench.pool.query(
        `SELECT * FROM (SELECT * FROM market.klines WHERE market = 'perp' AND symbol = $1 AND timeframe = '1m'
         ORDER BY open_time DESC LIMIT $2) newest ORDER BY open_time`,
        [symbol, BARS],
      );
      return rows;
    }),
  );
  JSON.stringify({ datasets });
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedMs = performance.now();
    await work();
    measured.push(performance.now() - startedMs);
  }
  return measured;
}
