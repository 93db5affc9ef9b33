/**
 * The market a backtest replays: bars of the span after their warm-up, and every further series the strategy
 * cannot do without.
 */
import {
  type CachedBars,
  type KlineSpan,
  type MonthCache,
  type OpenLane,
  readKlines,
  toBarSeries,
} from '@platform/columns';
import { BarSeries, type FundingSeries, timeframeMs } from '@platform/core';
import { type CertifyOptions, SETTLEMENT_WINDOW_MS } from '@platform/engine';
import type { DatasetNeed, MarketSeries } from '@platform/strategies';
import type pg from 'pg';
import type { BacktestPlan } from '../domain/backtest-plan';

/** Something the plan needs is not stored; the field is the one to change. */
export class MissingHistory extends Error {
  constructor(
    message: string,
    readonly field = 'from_ts',
  ) {
    super(message);
  }
}

export interface MarketReader {
  readonly client: pg.ClientBase;
  /** A second connection for long reads. */
  readonly openLane: OpenLane;
  readonly cache: MonthCache | undefined;
  readonly nowMs: number;
}

export interface StoredMarket {
  readonly market: MarketSeries;
  readonly months: NonNullable<CertifyOptions['months']>;
}

export async function readMarket(
  reader: MarketReader,
  plan: Pick<BacktestPlan, 'symbol' | 'timeframe' | 'fromMs' | 'toMs'>,
  warmupBars: number,
  needs: readonly DatasetNeed[],
): Promise<StoredMarket> {
  const { symbol, timeframe, fromMs, toMs } = plan;
  const own = { market: 'perp', symbol, timeframe } as const;
  const { bars, months } = await readWithWarmup(reader, { ...own, fromMs, toMs }, warmupBars - 1);
  if (bars.length === 0)
    throw new MissingHistory(`no ${timeframe} bars of ${symbol} are stored in that span`);
  const beginMs = bars.openTimeMs[0]!;
  const endMs = bars.openTimeMs[bars.length - 1]! + timeframeMs(timeframe);

  const auxiliary = async (input: 'spot' | 'pair') => {
    const need = needs.find((candidate) => candidate.input === input);
    if (need === undefined) return undefined;
    const market = need.kind === 'spot_klines' ? 'spot' : 'perp';
    const series = { market, symbol: need.symbol ?? symbol, timeframe } as const;
    const found = await readWithWarmup(reader, { ...series, fromMs: beginMs, toMs: endMs }, 0);
    if (found.bars.length === 0)
      throw new MissingHistory(`no ${market} bars of ${series.symbol} are stored in that span`);
    return found;
  };
  const spot = await auxiliary('spot');
  const pair = await auxiliary('pair');
  const fundingNeed = needs.find(({ input }) => input === 'funding');
  const lookbackMs = (fundingNeed?.lookbackBars ?? 0) * SETTLEMENT_WINDOW_MS;
  const funding = await readFunding(reader.client, symbol, beginMs - lookbackMs, endMs);
  if (funding.length === 0 && fundingNeed !== undefined) {
    throw new MissingHistory(`no funding of ${symbol} is stored in that span`);
  }
  return {
    market: {
      bars,
      ...(spot && { spot: spot.bars }),
      ...(pair && { pair: pair.bars }),
      funding,
    },
    months: { bars: months, ...(spot && { spot: spot.months }), ...(pair && { pair: pair.months }) },
  };
}

async function readWithWarmup(
  { client, openLane, cache, nowMs }: MarketReader,
  span: KlineSpan,
  earlierBars: number,
): Promise<CachedBars> {
  const fromMs = earlierBars === 0 ? span.fromMs : await warmupStartMs(client, span, earlierBars);
  const whole = { ...span, fromMs };
  const found =
    cache === undefined
      ? { bars: toBarSeries(await readKlines(client, whole, openLane)), months: new Map() }
      : await cache.read(client, whole, nowMs, openLane);
  const { bars } = found;
  const hasSpan = bars.length > 0 && bars.openTimeMs[bars.length - 1]! >= span.fromMs;
  return hasSpan ? found : { bars: new BarSeries(0), months: new Map() };
}

/** Where the earlier bars begin: there may be gaps among them, and fewer than asked for. */
async function warmupStartMs(client: pg.ClientBase, span: KlineSpan, earlierBars: number): Promise<number> {
  const { market, symbol, timeframe, fromMs } = span;
  const { rows } = await client.query<{ start: number | null }>(
    `SELECT min(open_time)::float8 AS start FROM (
       SELECT open_time FROM market.klines
       WHERE market = $1 AND symbol = $2 AND timeframe = $3 AND open_time < $4 ORDER BY open_time DESC LIMIT $5) AS earlier`,
    [market, symbol, timeframe, fromMs, earlierBars],
  );
  return rows[0]?.start ?? fromMs;
}

async function readFunding(
  client: pg.ClientBase,
  symbol: string,
  fromMs: number,
  endMs: number,
): Promise<FundingSeries> {
  const { rows } = await client.query<[number, number]>({
    text: `SELECT funding_time::float8, rate FROM market.funding_rates
           WHERE symbol = $1 AND funding_time >= $2 AND funding_time < $3 ORDER BY funding_time`,
    values: [symbol, fromMs, endMs],
    rowMode: 'array',
  });
  return {
    length: rows.length,
    timeMs: Float64Array.from(rows, (row) => row[0]),
    rate: Float64Array.from(rows, (row) => row[1]),
  };
}
