/**
 * Pages of runs and of an equity curve read by 16 clients, and a page deep in a long list against its first
 * page.
 */
import pg from 'pg';
import type { BenchResult } from './benchmark';
import type { DataBench } from './data-environment';
import { ask, millisecondsOf, startBare, startManager } from './manager-service';
import { percentile } from './percentile';

const CLIENTS = 16;
const RUNS = 31_000;
const POINTS = 40_000;
const DEEP_PAGE = 600;
const ROUNDS = 6;
const ROUND_MS = 1_000;
const PAGE_READS = 400;
const RUN_ID = '01923456-789a-7000-8000-000000000001';

interface Page {
  readonly next_cursor: string | null;
}

export async function measureReads(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`reads: ${RUNS} runs, ${CLIENTS} clients`);
  await populate(bench);
  const manager = await startManager(bench);
  const bare = await startBare(bench);
  try {
    const equity = `/runs/${RUN_ID}/equity`;
    const results: BenchResult[] = [];
    for (const [name, path] of [
      ['GET /runs', '/runs'],
      ['GET /runs/{id}/equity', equity],
    ] as const) {
      const rates = { bare: 0, manager: 0 };
      // In turns, so that whatever else the machine does falls on both.
      for (let round = 0; round < ROUNDS; round++) {
        rates.bare += (await requestsPerSecond(`${bare.url}${path}`)) / ROUNDS;
        rates.manager += (await requestsPerSecond(`${manager.url}${path}`)) / ROUNDS;
      }
      const ratio = rates.manager / rates.bare;
      results.push(
        { name: `${name}, ${CLIENTS} clients, bare Fastify and pg`, value: rates.bare, unit: 'requests/s' },
        {
          name: `${name}, ${CLIENTS} clients`,
          value: rates.manager,
          unit: 'requests/s',
          ratio,
          aim: 'ratio >= 0.5',
          met: ratio >= 0.5,
        },
      );
    }
    progress(`reads: page ${DEEP_PAGE} against page 1`);
    return [...results, ...(await deepPage(manager.url))];
  } finally {
    await bare.close();
    await manager.end('SIGTERM');
  }
}

async function populate(bench: DataBench): Promise<void> {
  const owner = new pg.Client({ connectionString: bench.adminUrl });
  await owner.connect();
  await owner.query(
    `INSERT INTO trading.runs (id, kind, status, strategy, symbol, timeframe, params, initial_equity, from_ts, to_ts, created_at,
       error)
     SELECT ('01923456-789a-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'backtest', 'failed', 'supertrend', 'BTCUSDT', '1h',
       '{"period": 10, "multiplier": 3}', 10000, 0, 3600000, now() - i * interval '1 minute', 'made up'
     FROM generate_series(1, $1::int) AS i`,
    [RUNS],
  );
  await owner.query(
    `INSERT INTO trading.equity_points SELECT $1, i * 3600000::bigint, 10000 + i % 97, i % 7 FROM generate_series(1, $2::int) AS i`,
    [RUN_ID, POINTS],
  );
  await owner.query('ANALYZE trading.runs, trading.equity_points');
  await owner.end();
}

async function requestsPerSecond(url: string): Promise<number> {
  const untilMs = performance.now() + ROUND_MS;
  let answered = 0;
  const client = async () => {
    for (; performance.now() < untilMs; answered++) await ask(url);
  };
  const elapsedMs = await millisecondsOf(() => Promise.all(Array.from({ length: CLIENTS }, client)));
  return (1000 * answered) / elapsedMs;
}

async function deepPage(url: string): Promise<BenchResult[]> {
  let cursor = '';
  for (let page = 1; page < DEEP_PAGE; page++) {
    cursor = (await ask<Page>(`${url}/runs${cursor && `?cursor=${cursor}`}`)).next_cursor!;
  }
  const first: number[] = [];
  const deep: number[] = [];
  for (let i = 0; i < PAGE_READS; i++) {
    first.push(await millisecondsOf(() => ask(`${url}/runs`)));
    deep.push(await millisecondsOf(() => ask(`${url}/runs?cursor=${cursor}`)));
  }
  const ratio = percentile(deep, 0.5) / percentile(first, 0.5);
  return [
    { name: 'page 1 of GET /runs, p50', value: percentile(first, 0.5), unit: 'ms' },
    {
      name: `page ${DEEP_PAGE} of GET /runs, p50`,
      value: percentile(deep, 0.5),
      unit: 'ms',
      ratio,
      aim: 'ratio <= 1.2',
      met: ratio <= 1.2,
    },
  ];
}
