/** `data import`: bars from a file into the market tables, through the same checks and the same idempotent write. */
import { KlineColumns } from '@platform/columns';
import { DB_CHANNELS, MARKETS, type Market } from '@platform/contracts';
import { isTimeframe, type Timeframe } from '@platform/core';
import { findKlineFault, PostgresKlines, rebuildRange } from '@platform/data';
import { shellEnvironment } from '@platform/stack';
import pg from 'pg';
import { DataFailure, InvalidArgument } from './failure';
import { type BarTable, readBarTable } from './import-file';

const CHUNK_BARS = 20_000;

export interface ImportFlags {
  readonly symbol: string;
  readonly market: string;
  readonly timeframe: string;
  readonly database?: string;
}

export async function importHistory(file: string, flags: ImportFlags): Promise<number> {
  const market = MARKETS.find((known) => known === flags.market);
  if (market === undefined) throw new InvalidArgument(`--market is spot or perp, not ${flags.market}`);
  if (!isTimeframe(flags.timeframe)) throw new InvalidArgument(`no time frame called ${flags.timeframe}`);
  if (!/^[A-Z0-9]{2,30}$/.test(flags.symbol))
    throw new InvalidArgument(`not a trading pair: ${flags.symbol}`);
  const bars = checked(await readBarTable(file), flags.timeframe, file);
  const written = await write(flags.database, { market, symbol: flags.symbol }, flags.timeframe, bars);
  process.stdout.write(`${bars.length} bars read, ${written} new or different\n`);
  return 0;
}

/** All of it or nothing: the first bar that cannot be is named with its row. */
function checked({ rowCount, row }: BarTable, timeframe: Timeframe, file: string): KlineColumns {
  if (rowCount === 0) throw new DataFailure(`${file} holds no bars`);
  const bars = new KlineColumns(rowCount);
  let previousMs = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rowCount; i++) {
    const bar = row(i);
    const order = bar.open_time <= previousMs ? 'does not open after the one before' : null;
    const fault = findKlineFault(bar, timeframe, Date.now()) ?? order;
    if (fault !== null) throw new DataFailure(`${file}: row ${i + 1}: ${fault}; nothing was imported`);
    previousMs = bar.open_time;
    bars.append(bar);
  }
  return bars;
}

async function write(
  database: string | undefined,
  series: { readonly market: Market; readonly symbol: string },
  timeframe: Timeframe,
  bars: KlineColumns,
): Promise<number> {
  const pool = openPool(database);
  try {
    const store = new PostgresKlines({ pool });
    let written = 0;
    for (let from = 0; from < bars.length; from += CHUNK_BARS) {
      const chunk = bars.slice(from, Math.min(bars.length, from + CHUNK_BARS));
      written += await store.writeBulk(series, timeframe, chunk);
    }
    if (timeframe === '1m' && written > 0) {
      const endMs = bars.openTimeMs[bars.length - 1]! + 1;
      await rebuildRange(store, series, bars.openTimeMs[0]!, endMs, new AbortController().signal);
    }
    await pool.query('SELECT ops.notify($1, $2)', [DB_CHANNELS.historyChanged, JSON.stringify(series)]);
    return written;
  } finally {
    await pool.end();
  }
}

/** Whoever connects acts as the data service's role: the sole writer of market tables, and nothing more. */
function openPool(database: string | undefined): pg.Pool {
  const connectionString = database ?? shellEnvironment(process.env)['PLATFORM_DATABASE_URL'];
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    options: '-c role=platform_data_writer -c TimeZone=UTC',
  });
  pool.on('error', () => undefined);
  return pool;
}
