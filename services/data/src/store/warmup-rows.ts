/** The newest rows of every dataset that is not bars, ascending, in the shape of the contract. */
import type {
  FearGreedRow,
  FundingRateRow,
  LiquidationRow,
  LongShortRatioRow,
  MacroRow,
  OpenInterestRow,
} from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import type { TimedRow, WarmupRows } from '../app/ports';

export class PostgresWarmupRows implements WarmupRows {
  constructor(private readonly database: Database) {}

  async funding(symbol: string, count: number): Promise<TimedRow[]> {
    const rows = await this.newest<{ funding_time: string; rate: number }>(
      'SELECT funding_time, rate FROM market.funding_rates WHERE symbol = $1 ORDER BY funding_time DESC LIMIT $2',
      [symbol, count],
    );
    return rows.map(({ funding_time, rate }) =>
      timed(Number(funding_time), { funding_time: Number(funding_time), rate } satisfies FundingRateRow),
    );
  }

  async openInterest(symbol: string, count: number): Promise<TimedRow[]> {
    const rows = await this.newest<{ ts: string; open_interest: number; open_interest_usd: number | null }>(
      `SELECT ts, open_interest, open_interest_usd FROM market.open_interest
       WHERE symbol = $1 AND ts % 3600000 = 0 ORDER BY ts DESC LIMIT $2`,
      [symbol, count],
    );
    return rows.map((row) => timed(Number(row.ts), { ...row, ts: Number(row.ts) } satisfies OpenInterestRow));
  }

  /** `count` of each kind. */
  async longShortRatio(symbol: string, count: number): Promise<TimedRow[]> {
    const rows = await this.newest<{ ts: string; kind: LongShortRatioRow['kind']; ratio: number }>(
      `SELECT newest.* FROM unnest(enum_range(NULL::market.ratio_kind)) AS wanted, LATERAL (
         SELECT ts, kind, ratio FROM market.long_short_ratio
         WHERE symbol = $1 AND kind = wanted AND ts % 3600000 = 0 ORDER BY ts DESC LIMIT $2) AS newest
       ORDER BY newest.ts DESC, newest.kind DESC`,
      [symbol, count],
    );
    return rows.map((row) =>
      timed(Number(row.ts), { ...row, ts: Number(row.ts) } satisfies LongShortRatioRow, row.kind),
    );
  }

  async fearGreed(count: number): Promise<TimedRow[]> {
    const rows = await this.newest<{ ts: string; value: number }>(
      'SELECT ts, value FROM market.fear_greed ORDER BY ts DESC LIMIT $1',
      [count],
    );
    return rows.map(({ ts, value }) => timed(Number(ts), { ts: Number(ts), value } satisfies FearGreedRow));
  }

  /** `count` of each series. */
  async macro(seriesId: string | undefined, count: number): Promise<TimedRow[]> {
    const rows = await this.newest<{ series_id: string; ts: string; value: number }>(
      `SELECT newest.* FROM (SELECT DISTINCT series_id FROM market.macro_series WHERE series_id = coalesce($1, series_id)) AS wanted,
         LATERAL (SELECT series_id, ts, value FROM market.macro_series
           WHERE series_id = wanted.series_id ORDER BY ts DESC LIMIT $2) AS newest
       ORDER BY newest.ts DESC, newest.series_id DESC`,
      [seriesId ?? null, count],
    );
    return rows.map((row) =>
      timed(Number(row.ts), { ...row, ts: Number(row.ts) } satisfies MacroRow, row.series_id),
    );
  }

  async liquidations(symbol: string, fromMs: number, count: number): Promise<TimedRow[]> {
    const rows = await this.newest<{ ts: string; side: 'buy' | 'sell'; price: number; qty: number }>(
      'SELECT ts, side, price, qty FROM market.liquidations WHERE symbol = $1 AND ts >= $2 ORDER BY ts DESC LIMIT $3',
      [symbol, fromMs, count],
    );
    return rows.map((row) => timed(Number(row.ts), { ...row, ts: Number(row.ts) } satisfies LiquidationRow));
  }

  private async newest<R extends object>(sql: string, values: readonly unknown[]): Promise<R[]> {
    const { rows } = await this.database.pool.query<R>(sql, [...values]);
    return rows.reverse();
  }
}

function timed(timeMs: number, row: unknown, group = ''): TimedRow {
  return { timeMs, row, group };
}
