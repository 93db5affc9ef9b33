/**
 * `data rebuild`: every higher bar compared with its minutes; those that are missing or differ are written.
 */
import { MARKETS, type Market } from '@platform/contracts';
import { rebuildRange, type Series } from '@platform/data';
import { Presets, SingleBar } from 'cli-progress';
import type pg from 'pg';
import { parseSpan, requireSymbols } from './arguments';
import { DataFailure, InvalidArgument } from './failure';
import { withMarketDatabase } from './market-database';

export interface RebuildFlags {
  readonly symbol?: string;
  readonly market?: string;
  readonly from?: string;
  readonly to?: string;
  readonly database?: string;
}

interface Extent extends Series {
  readonly fromMs: number;
  readonly toMs: number;
}

export async function rebuildHistory(flags: RebuildFlags): Promise<number> {
  const { fromMs, toMs } = parseSpan(flags);
  if (flags.symbol !== undefined) requireSymbols([flags.symbol]);
  const markets = flags.market === undefined ? MARKETS : MARKETS.filter((known) => known === flags.market);
  if (markets.length === 0) throw new InvalidArgument(`--market is spot or perp, not ${flags.market}`);
  return await withMarketDatabase(flags.database, async ({ pool, klines, announce }) => {
    const found = await seriesWithMinutes(pool, markets, flags.symbol, fromMs, toMs);
    if (found.length === 0) throw new DataFailure('there are no minutes to rebuild from');
    let total = 0;
    for (const extent of found) {
      const { market, symbol } = extent;
      const progress = progressOf(extent);
      const signal = new AbortController().signal;
      const changed = await rebuildRange(
        klines,
        extent,
        extent.fromMs,
        extent.toMs,
        signal,
        progress.at,
      ).finally(progress.end);
      if (changed > 0) await announce(extent);
      process.stdout.write(`${symbol} ${market}: ${changed} bars were missing or different\n`);
      total += changed;
    }
    process.stdout.write(`${found.length} series compared, ${total} bars written\n`);
    return 0;
  });
}

async function seriesWithMinutes(
  pool: pg.Pool,
  markets: readonly Market[],
  symbol: string | undefined,
  fromMs: number | undefined,
  toMs: number | undefined,
): Promise<Extent[]> {
  const { rows } = await pool.query<{ market: Market; symbol: string; from_ms: string; to_ms: string }>(
    `SELECT market, symbol, greatest(min(month), $3::bigint) AS from_ms,
       least(market.month_of(max(month) + 32 * 86400000::bigint), $4::bigint) AS to_ms
     FROM market.kline_months
     WHERE timeframe = '1m' AND market = ANY ($1::market.market_kind[]) AND symbol = coalesce($2, symbol)
     GROUP BY market, symbol ORDER BY market, symbol`,
    [markets, symbol ?? null, fromMs ?? null, toMs ?? null],
  );
  return rows
    .map((row) => ({
      market: row.market,
      symbol: row.symbol,
      fromMs: Number(row.from_ms),
      toMs: Number(row.to_ms),
    }))
    .filter((extent) => extent.fromMs < extent.toMs);
}

function progressOf({ market, symbol, fromMs, toMs }: Extent) {
  if (process.stderr.isTTY !== true) return { at: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    { format: `${symbol} ${market} {bar} {percentage}%`, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(toMs - fromMs, 0);
  return { at: (atMs: number) => bar.update(atMs - fromMs), end: () => bar.stop() };
}
