/**
 * A made-up market in the database: waves on a trend, the same on every machine, and the same bars for the
 * engine.
 */
import { type KlineColumns, readKlines, toBarSeries } from '@platform/columns';
import type { BarSeries, FundingSeries, Timeframe } from '@platform/core';
import { timeframeMs } from '@platform/core';
import type pg from 'pg';

export const FIRST_BAR_MS = Date.UTC(2021, 0, 1);

export async function storeBars(
  owner: pg.Client,
  symbol: string,
  timeframe: Timeframe,
  count: number,
): Promise<void> {
  const barMs = timeframeMs(timeframe);
  const lastMs = FIRST_BAR_MS + (count - 1) * barMs;
  await owner.query('SELECT market.ensure_kline_partitions($1, $2)', [FIRST_BAR_MS, lastMs]);
  await owner.query(
    `INSERT INTO market.klines
     SELECT 'perp', $1, $2::market.timeframe, $3::bigint + i * $4::bigint, price, price * 1.01, price * 0.99,
       price * (1 + 0.008 * sin(i / 3.0)), 100 + i % 7, 1000, 10, 50
     FROM (SELECT i, 20000 + 2000 * sin(i / 40.0) + 900 * sin(i / 11.0) + i * 0.2 AS price
           FROM generate_series(0, $5::int - 1) AS i) AS wave`,
    [symbol, timeframe, FIRST_BAR_MS, barMs, count],
  );
  await owner.query(
    `INSERT INTO market.kline_months
     SELECT DISTINCT 'perp'::market.market_kind, $1, $2::market.timeframe, market.month_of(open_time), 1
     FROM market.klines WHERE symbol = $1 AND timeframe = $2::market.timeframe`,
    [symbol, timeframe],
  );
}

/** A settlement every eight hours, a few milliseconds late as real ones are. */
export async function storeFunding(
  owner: pg.Client,
  symbol: string,
  fromMs: number,
  toMs: number,
): Promise<void> {
  await owner.query(
    `INSERT INTO market.funding_rates (symbol, funding_time, rate)
     SELECT $1, t + 4, 0.0001 FROM generate_series($2::bigint, $3::bigint - 1, 28800000) AS t`,
    [symbol, fromMs, toMs],
  );
}

export async function storedFunding(
  owner: pg.Client,
  symbol: string,
  fromMs: number,
): Promise<FundingSeries> {
  const { rows } = await owner.query<{ time: number; rate: number }>(
    `SELECT funding_time::float8 AS time, rate FROM market.funding_rates
     WHERE symbol = $1 AND funding_time >= $2 ORDER BY funding_time`,
    [symbol, fromMs],
  );
  return {
    length: rows.length,
    timeMs: Float64Array.from(rows, ({ time }) => time),
    rate: Float64Array.from(rows, ({ rate }) => rate),
  };
}

export async function storedBars(owner: pg.Client, symbol: string, timeframe: Timeframe): Promise<BarSeries> {
  const range = { market: 'perp', symbol, timeframe, fromMs: 0, toMs: Date.UTC(2100, 0, 1) } as const;
  const columns: KlineColumns = await readKlines(owner, range);
  return toBarSeries(columns);
}
