/** Long series for the console's charts, read as columns in one query each. */
import { type FundingQuery, type FundingView, MAX_FUNDING_ROWS, type RunCurve } from '@platform/contracts';
import { BarSeries, type FundingSeries } from '@platform/core';
import { SETTLEMENT_WINDOW_MS } from '@platform/engine';
import type { DatasetNeed, MarketSeries } from '@platform/strategies';
import type pg from 'pg';

export interface BarSpan {
  readonly market: 'perp' | 'spot';
  readonly symbol: string;
  readonly timeframe: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export class ChartStore {
  constructor(private readonly database: Pick<pg.ClientBase, 'query'>) {}

  async curve(runId: string): Promise<RunCurve> {
    const [ts, equityUsd, drawdownPct] = await this.columns(
      `SELECT ts::float8, equity::float8, drawdown_pct FROM trading.equity_points WHERE run_id = $1 ORDER BY ts`,
      [runId],
      3,
    );
    return { ts: ts!, equityUsd: equityUsd!, drawdownPct: drawdownPct! };
  }

  async funding({ symbol, from_ts, to_ts }: FundingQuery): Promise<FundingView> {
    const [ts, rate] = await this.columns(
      `SELECT funding_time::float8, rate FROM market.funding_rates
       WHERE symbol = $1 AND funding_time >= $2 AND funding_time < $3 ORDER BY funding_time LIMIT $4`,
      [symbol, from_ts, to_ts, MAX_FUNDING_ROWS],
      2,
    );
    return { ts: ts!, rate: rate! };
  }

  /** Bars of a span with up to `before` earlier ones, ascending. */
  async bars(span: BarSpan, before: number, limit: number): Promise<BarSeries> {
    const { market, symbol, timeframe, fromMs, toMs } = span;
    const columns = await this.columns(
      `SELECT * FROM (
         (SELECT open_time::float8, open, high, low, close, volume, taker_buy_volume FROM market.klines
          WHERE market = $7 AND symbol = $1 AND timeframe = $2 AND open_time < $3 ORDER BY open_time DESC LIMIT $5)
         UNION ALL
         (SELECT open_time::float8, open, high, low, close, volume, taker_buy_volume FROM market.klines
          WHERE market = $7 AND symbol = $1 AND timeframe = $2 AND open_time >= $3 AND open_time < $4
          ORDER BY open_time LIMIT $6)) AS bar ORDER BY open_time`,
      [symbol, timeframe, fromMs, toMs, before, limit, market],
      7,
    );
    const bars = new BarSeries(Math.max(1, columns[0]!.length));
    for (const i of columns[0]!.keys()) {
      const [openTimeMs, open, high, low, close, volume, takerBuyVolume] = columns.map(
        (column) => column[i]!,
      );
      bars.append({
        openTimeMs: openTimeMs!,
        open: open!,
        high: high!,
        low: low!,
        close: close!,
        volume: volume!,
        takerBuyVolume: takerBuyVolume!,
      });
    }
    return bars;
  }

  /**
   * What else is needed beside the bars, from their first on; or the name of a kind of which nothing is
   * stored.
   */
  async others(
    span: BarSpan,
    fromMs: number,
    needs: readonly DatasetNeed[],
    limit: number,
  ): Promise<Omit<MarketSeries, 'bars'> | string> {
    const found: { spot?: BarSeries; pair?: BarSeries; funding?: FundingSeries } = {};
    for (const { input, kind, symbol = span.symbol, lookbackBars } of needs) {
      if (input === 'bars') continue;
      if (input === 'funding') {
        const from_ts = fromMs - lookbackBars * SETTLEMENT_WINDOW_MS;
        const { ts, rate } = await this.funding({ symbol, from_ts: Math.max(0, from_ts), to_ts: span.toMs });
        if (ts.length === 0) return kind;
        found.funding = { length: ts.length, timeMs: Float64Array.from(ts), rate: Float64Array.from(rate) };
      } else {
        const market = kind === 'spot_klines' ? 'spot' : 'perp';
        const bars = await this.bars({ ...span, market, symbol }, lookbackBars, limit);
        if (bars.length === 0) return kind;
        found[input] = bars;
      }
    }
    return found;
  }

  private async columns(text: string, values: unknown[], width: number): Promise<number[][]> {
    const { rows } = await this.database.query<number[]>({ text, values, rowMode: 'array' });
    return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]!));
  }
}
