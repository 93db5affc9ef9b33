/**
 * Rows of everything but bars, written so that writing them again changes nothing. Returns how many were new
 * or different.
 */
import { DAY_MS } from '@platform/core';
import type { Database } from '@platform/service-kit';
import type { LiquidationRecord } from '../app/ports';
import type { GammaExposure } from '../domain/gamma-exposure';

export interface FundingRow {
  readonly symbol: string;
  readonly funding_time: number;
  readonly rate: number;
  readonly mark_price: number | null;
}

export interface OpenInterestRecord {
  readonly symbol: string;
  readonly ts: number;
  readonly open_interest: number;
  readonly open_interest_usd: number;
}

export interface RatioRecord {
  readonly symbol: string;
  readonly kind: 'global_account' | 'top_account' | 'top_position';
  readonly ts: number;
  readonly ratio: number;
  readonly long_share: number;
  readonly short_share: number;
}

export interface StablecoinRecord {
  readonly asset: string;
  readonly ts: number;
  readonly supply_usd: number;
  /** Null while the price of that day is not known. */
  readonly supply_ratio: number | null;
}

interface Table {
  readonly name: string;
  /** Column and SQL type, the key first. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
}

const TABLES = {
  funding: {
    name: 'market.funding_rates',
    columns: { symbol: 'text', funding_time: 'bigint', rate: 'float8', mark_price: 'float8' },
    key: ['symbol', 'funding_time'],
  },
  openInterest: {
    name: 'market.open_interest',
    columns: { symbol: 'text', ts: 'bigint', open_interest: 'float8', open_interest_usd: 'float8' },
    key: ['symbol', 'ts'],
  },
  ratios: {
    name: 'market.long_short_ratio',
    columns: {
      symbol: 'text',
      kind: 'market.ratio_kind',
      ts: 'bigint',
      ratio: 'float8',
      long_share: 'float8',
      short_share: 'float8',
    },
    key: ['symbol', 'kind', 'ts'],
  },
  fearGreed: {
    name: 'market.fear_greed',
    columns: { ts: 'bigint', value: 'smallint', classification: 'text' },
    key: ['ts'],
  },
  stablecoins: {
    name: 'market.stablecoin_supply',
    columns: { asset: 'text', ts: 'bigint', supply_usd: 'float8', supply_ratio: 'float8' },
    key: ['asset', 'ts'],
  },
  macro: {
    name: 'market.macro_series',
    columns: { series_id: 'text', ts: 'bigint', value: 'float8' },
    key: ['series_id', 'ts'],
  },
  liquidations: {
    name: 'market.liquidations',
    columns: { symbol: 'text', ts: 'bigint', side: 'market.order_side', price: 'float8', qty: 'float8' },
    key: ['symbol', 'ts', 'side', 'price', 'qty'],
  },
} as const satisfies Record<string, Table>;

export class PostgresRows {
  constructor(private readonly database: Database) {}

  funding(rows: readonly FundingRow[]): Promise<number> {
    return this.upsert(TABLES.funding, rows);
  }

  openInterest(rows: readonly OpenInterestRecord[]): Promise<number> {
    return this.upsert(TABLES.openInterest, rows);
  }

  ratios(rows: readonly RatioRecord[]): Promise<number> {
    return this.upsert(TABLES.ratios, rows);
  }

  fearGreed(rows: readonly { ts: number; value: number; classification: string }[]): Promise<number> {
    return this.upsert(TABLES.fearGreed, rows);
  }

  stablecoins(rows: readonly StablecoinRecord[]): Promise<number> {
    return this.upsert(TABLES.stablecoins, rows);
  }

  /**
   * What a bitcoin cost at each midnight from the first to the last, where the day before it is known; spot
   * before perpetual.
   */
  async bitcoinPrices(firstMs: number, lastMs: number): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.database.pool.query<{ open_time: string; close: number }>(
      `SELECT DISTINCT ON (open_time) open_time, close FROM market.klines
       WHERE market IN ('spot', 'perp') AND symbol = 'BTCUSDT' AND timeframe = '1d' AND open_time BETWEEN $1 AND $2
       ORDER BY open_time, market`,
      [firstMs - DAY_MS, lastMs - DAY_MS],
    );
    return new Map(rows.map(({ open_time, close }) => [Number(open_time) + DAY_MS, close]));
  }

  macro(rows: readonly { series_id: string; ts: number; value: number }[]): Promise<number> {
    return this.upsert(TABLES.macro, rows);
  }

  liquidations(rows: readonly LiquidationRecord[]): Promise<number> {
    return this.upsert(TABLES.liquidations, rows);
  }

  async gammaExposure(underlying: string, timeMs: number, spot: number, gex: GammaExposure): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `INSERT INTO market.gex_snapshots (underlying, ts, spot_price, total_gex_usd, flip_price, strikes)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (underlying, ts) DO NOTHING`,
      [underlying, timeMs, spot, gex.totalUsd, gex.flipPrice, JSON.stringify(gex.strikes)],
    );
    return rowCount ?? 0;
  }

  private async upsert(table: Table, rows: readonly object[]): Promise<number> {
    if (rows.length === 0) return 0;
    const names = Object.keys(table.columns);
    const values = names.filter((name) => !table.key.includes(name));
    const unique = lastOfEach(rows as readonly Record<string, unknown>[], table.key);
    const change =
      values.length === 0
        ? 'DO NOTHING'
        : `DO UPDATE SET ${values.map((name) => `${name} = excluded.${name}`).join(', ')}
           WHERE (${values.map((name) => `known.${name}`).join(', ')})
             IS DISTINCT FROM (${values.map((name) => `excluded.${name}`).join(', ')})`;
    const { rowCount } = await this.database.pool.query(
      `INSERT INTO ${table.name} AS known (${names.join(', ')})
       SELECT * FROM unnest(${names.map((name, i) => `$${i + 1}::${table.columns[name]}[]`).join(', ')})
       ON CONFLICT (${table.key.join(', ')}) ${change}`,
      names.map((name) => unique.map((row) => row[name] ?? null)),
    );
    return rowCount ?? 0;
  }
}

/** One statement may touch a row once only. */
function lastOfEach(
  rows: readonly Record<string, unknown>[],
  key: readonly string[],
): Record<string, unknown>[] {
  return [...new Map(rows.map((row) => [key.map((name) => row[name]).join('\n'), row])).values()];
}
