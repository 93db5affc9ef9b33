/** The bars that an experiment is made on: from a file, or from the platform's own database, which is only read. */
import { readKlines, toBarSeries } from '@platform/columns';
import {
  type BarSeries,
  type FundingSeries,
  findSeriesFault,
  firstBarFrom,
  type Timeframe,
} from '@platform/core';
import { shellEnvironment } from '@platform/stack';
import type { StrategyDefinition } from '@platform/strategies';
import pg from 'pg';
import { loadBars } from '../backtest/bars';
import { readFundingFile } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import { refuseMissingTakerVolume } from '../backtest/input';
import type { Span } from '../backtest/options';

export interface LoadedMarket {
  /** Those that open before the end of the span; earlier ones than its beginning warm up. */
  readonly bars: BarSeries;
  readonly funding: FundingSeries | undefined;
}

export interface MarketSource {
  load(symbol: string, strategy: StrategyDefinition, timeframe: Timeframe, span: Span): Promise<LoadedMarket>;
  /** All that there are bars of. */
  symbols(timeframe: Timeframe): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Files by symbol. */
export function fromFiles(
  files: ReadonlyMap<string, string>,
  fundingFile: string | undefined,
  nowMs: number,
): MarketSource {
  return {
    load: async (symbol, strategy, timeframe, span) => {
      const path = files.get(symbol)!;
      const { bars, hasTakerBuyVolume } = loadBars(path, timeframe, nowMs);
      refuseMissingTakerVolume(strategy.name, path, hasTakerBuyVolume);
      const funding = fundingFile === undefined ? undefined : readFundingFile(fundingFile);
      return { bars: until(bars, span.toMs), funding };
    },
    symbols: async () => [...files.keys()],
    close: async () => undefined,
  };
}

export async function fromDatabase(database: string | undefined, nowMs: number): Promise<MarketSource> {
  const connectionString = database ?? shellEnvironment(process.env)['PLATFORM_DATABASE_URL'];
  const options = '-c default_transaction_read_only=on -c TimeZone=UTC';
  const client = new pg.Client({ connectionString, options, connectionTimeoutMillis: 10_000 });
  await client.connect().catch((cause: Error) => {
    throw new UsageFailure(
      `cannot read stored bars: ${cause.message}; is the platform up, or is --database right?`,
    );
  });
  return {
    load: async (symbol, _, timeframe, span) => {
      const toMs = Math.min(span.toMs, nowMs);
      const bars = toBarSeries(
        await readKlines(client, { market: 'perp', symbol, timeframe, fromMs: 0, toMs }),
      );
      if (bars.length === 0) throw new UsageFailure(`no ${timeframe} bars of ${symbol} are stored`);
      const fault = findSeriesFault(bars);
      if (fault !== null)
        throw new UsageFailure(`stored bars of ${symbol}: bar ${fault.index}: ${fault.message}`);
      return { bars, funding: await storedFunding(client, symbol, toMs) };
    },
    symbols: async (timeframe) => {
      const { rows } = await client.query<{ symbol: string }>(
        `SELECT DISTINCT symbol FROM market.klines WHERE market = 'perp' AND timeframe = $1 ORDER BY symbol`,
        [timeframe],
      );
      return rows.map(({ symbol }) => symbol);
    },
    close: () => client.end(),
  };
}

async function storedFunding(
  client: pg.Client,
  symbol: string,
  toMs: number,
): Promise<FundingSeries | undefined> {
  const { rows } = await client.query<[number, number]>({
    text: `SELECT funding_time::float8, rate FROM market.funding_rates
           WHERE symbol = $1 AND funding_time < $2 ORDER BY funding_time`,
    values: [symbol, toMs],
    rowMode: 'array',
  });
  if (rows.length === 0) return undefined;
  const column = (k: 0 | 1) => Float64Array.from(rows, (row) => row[k]);
  return { length: rows.length, timeMs: column(0), rate: column(1) };
}

function until(bars: BarSeries, toMs: number): BarSeries {
  bars.length = Math.min(
    bars.length,
    toMs === Number.POSITIVE_INFINITY ? bars.length : firstBarFrom(bars, toMs),
  );
  return bars;
}
