/** Bars for a chart, straight from the table: ascending, and the newest ones unless a beginning is named. */
import { type KlinesQuery, type KlinesView, MAX_KLINES_PER_REQUEST } from '@platform/contracts';
import type pg from 'pg';

export async function readKlines(pool: pg.Pool, query: KlinesQuery): Promise<KlinesView> {
  const { symbol, market = 'perp', timeframe, from_ts, to_ts, limit = MAX_KLINES_PER_REQUEST } = query;
  const order = from_ts === undefined ? 'DESC' : 'ASC';
  const { rows } = await pool.query<KlinesView['klines'][number]>(
    `SELECT open_time::float8 AS "openTime", open, high, low, close, volume FROM market.klines
     WHERE market = $1 AND symbol = $2 AND timeframe = $3 AND open_time >= $4 AND open_time < $5
     ORDER BY open_time ${order} LIMIT $6`,
    [market, symbol, timeframe, from_ts ?? 0, to_ts ?? Number.MAX_SAFE_INTEGER, limit],
  );
  return { symbol, market, timeframe, klines: order === 'DESC' ? rows.reverse() : rows };
}
