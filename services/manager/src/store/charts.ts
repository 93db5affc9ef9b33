/** Long series for the console's charts, read as columns in one query each. */
import { type FundingQuery, type FundingView, MAX_FUNDING_ROWS, type RunCurve } from '@platform/contracts';
import type pg from 'pg';

export class ChartStore {
  constructor(private readonly pool: pg.Pool) {}

  async curve(runId: string): Promise<RunCurve> {
    const [ts, equityUsd, drawdownPct] = await this.#columns(
      `SELECT ts::float8, equity::float8, drawdown_pct FROM trading.equity_points WHERE run_id = $1 ORDER BY ts`,
      [runId],
      3,
    );
    return { ts: ts!, equityUsd: equityUsd!, drawdownPct: drawdownPct! };
  }

  async funding({ symbol, from_ts, to_ts }: FundingQuery): Promise<FundingView> {
    const [ts, rate] = await this.#columns(
      `SELECT funding_time::float8, rate FROM market.funding_rates
       WHERE symbol = $1 AND funding_time >= $2 AND funding_time < $3 ORDER BY funding_time LIMIT $4`,
      [symbol, from_ts, to_ts, MAX_FUNDING_ROWS],
      2,
    );
    return { ts: ts!, rate: rate! };
  }

  async #columns(text: string, values: unknown[], width: number): Promise<number[][]> {
    const { rows } = await this.pool.query<number[]>({ text, values, rowMode: 'array' });
    return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]!));
  }
}
