/** Bars and funding from the platform's own database, which is only read. */
import { readKlines, toBarSeries } from '@platform/columns';
import { type FundingSeries, findSeriesFault } from '@platform/core';
import { shellEnvironment } from '@platform/stack';
import pg from 'pg';
import { UsageFailure } from '../backtest/failure';
import type { MarketSource } from './market';

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
    tried: async (strategy, symbol, timeframe) => {
      const { rows } = await client.query<{ digest: string }>(
        `SELECT encode(params_digest, 'hex') AS digest FROM trading.tried_sets
         WHERE strategy = $1 AND symbol = $2 AND timeframe = $3`,
        [strategy.name, symbol, timeframe],
      );
      return rows.map(({ digest }) => digest);
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
