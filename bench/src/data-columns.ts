/**
 * A year of minutes out of PostgreSQL: as row objects, as columns by COPY BINARY over one connection and, as
 * a backtest reads them, with a second one that is opened for the read, and from the cache of closed months.
 * The row objects keep a core of ours busy, so that a second connection would bring them nothing.
 */
import { join } from 'node:path';
import { MonthCache, readKlines } from '@platform/columns';
import { DAY_MS } from '@platform/core';
import pg from 'pg';
import type { BenchResult } from './benchmark';
import { type DataBench, generatedMinutes, secondsOf } from './data-environment';

const DAYS = 365;
const FIRST_DAY_MS = Date.UTC(2025, 0, 1);
const SERIES = { market: 'perp', symbol: 'COLUMNSUSDT' } as const;

export async function measureColumns(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`columns: ${DAYS} days of minutes, three ways`);
  const bars = generatedMinutes('COLUMNSUSDT', FIRST_DAY_MS, DAYS);
  await bench.store.writeBulk(SERIES, '1m', bars);
  const toMs = FIRST_DAY_MS + DAYS * DAY_MS;
  const range = { ...SERIES, timeframe: '1m', fromMs: FIRST_DAY_MS, toMs } as const;
  const client = await bench.pool.connect();
  try {
    const asRows = async () => {
      await client.query(
        `SELECT open_time, open, high, low, close, volume, quote_volume, trades, taker_buy_volume FROM market.klines
         WHERE market = $1 AND symbol = $2 AND timeframe = '1m' AND open_time >= $3 AND open_time < $4 ORDER BY open_time`,
        [SERIES.market, SERIES.symbol, FIRST_DAY_MS, toMs],
      );
    };
    const byTwo = async () => {
      const lane = new pg.Client({ connectionString: bench.databaseUrl });
      await readKlines(client, range, async () => {
        await lane.connect();
        return lane;
      });
      await lane.end();
    };
    const [rows, copied, copiedByTwo] = await bestInTurns(asRows, () => readKlines(client, range), byTwo);
    const cache = new MonthCache(join(bench.directory, 'months'));
    await cache.read(client, range, toMs + 1);
    const [cached] = await bestInTurns(() => cache.read(client, range, toMs + 1));
    const rate = (seconds: number) => bars.length / seconds;
    return [
      { name: 'row objects with pg', value: rate(rows), unit: 'rows/s' },
      {
        name: 'columns by COPY BINARY, one connection',
        value: rate(copied),
        unit: 'rows/s',
        ratio: rows / copied,
      },
      {
        name: 'columns by COPY BINARY, two connections',
        value: rate(copiedByTwo),
        unit: 'rows/s',
        ratio: rows / copiedByTwo,
        aim: 'ratio >= 3',
        met: rows / copiedByTwo >= 3,
      },
      {
        name: 'columns from the month cache',
        value: rate(cached),
        unit: 'rows/s',
        ratio: rows / cached,
        aim: 'ratio >= 30',
        met: rows / cached >= 30,
      },
    ];
  } finally {
    client.release();
  }
}

/** The best of five rounds of each, in turns, so that whatever else the machine does falls on all of them. */
async function bestInTurns<Works extends (() => Promise<unknown>)[]>(
  ...works: Works
): Promise<{ [I in keyof Works]: number }> {
  const seconds = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 5; round++) {
    for (const [i, work] of works.entries()) seconds[i] = Math.min(seconds[i]!, await secondsOf(work));
  }
  return seconds as { [I in keyof Works]: number };
}
