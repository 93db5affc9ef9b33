/**
 * `data import`: bars from a file into the market tables, through the same checks and the same idempotent
 * write.
 */
import { KlineColumns } from '@platform/columns';
import { MARKETS } from '@platform/contracts';
import { isTimeframe, type Timeframe } from '@platform/core';
import { findClosedBarFault, rebuildRange, type Series } from '@platform/data';
import { requireSymbols } from './arguments';
import { DataFailure, InvalidArgument } from './failure';
import { type BarTable, readBarTable } from './import-file';
import { withMarketDatabase } from './market-database';

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
  requireSymbols([flags.symbol]);
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
    const fault = findClosedBarFault(bar, timeframe, Date.now()) ?? order;
    if (fault !== null) throw new DataFailure(`${file}: row ${i + 1}: ${fault}; nothing was imported`);
    previousMs = bar.open_time;
    bars.append(bar);
  }
  return bars;
}

/**
 * The higher bars are compared with their minutes even when every minute was there: an import before this one
 * may have been cut off.
 */
async function write(
  database: string | undefined,
  series: Series,
  timeframe: Timeframe,
  bars: KlineColumns,
): Promise<number> {
  return await withMarketDatabase(database, async ({ klines, announce }) => {
    let written = 0;
    for (let from = 0; from < bars.length; from += CHUNK_BARS) {
      const chunk = bars.slice(from, Math.min(bars.length, from + CHUNK_BARS));
      written += await klines.writeBulk(series, timeframe, chunk);
    }
    if (timeframe === '1m') {
      const endMs = bars.openTimeMs[bars.length - 1]! + 1;
      await rebuildRange(klines, series, bars.openTimeMs[0]!, endMs, new AbortController().signal);
    }
    await announce(series);
    return written;
  });
}
