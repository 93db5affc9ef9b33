/** What the market tables hold and what they lack: per series the first row, the last one, and every hole between them. */
import type { BackfillSource, CoverageGap, Coverage as CoverageRow } from '@platform/contracts';
import { DAY_MS, HOUR_MS, type Timeframe, timeframeMs } from '@platform/core';
import type { Database } from '@platform/service-kit';
import type { Series } from '../app/ports';

const REPORT_TIMEOUT_MS = 60_000;
const GAPS_SHOWN = 100;

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A table of rows with a step. `stepMs` null: no row can be said to be missing. */
interface SteppedTable {
  readonly table: string;
  readonly time: string;
  readonly label: string;
  readonly stepMs: number | null;
  readonly only?: string;
}

const TABLES: Readonly<Record<Exclude<BackfillSource, 'klines'>, readonly SteppedTable[]>> = {
  funding: [{ table: 'market.funding_rates', time: 'funding_time', label: 'symbol', stepMs: 8 * HOUR_MS }],
  open_interest: [
    { table: 'market.open_interest', time: 'ts', label: 'symbol', stepMs: HOUR_MS, only: 'ts % 3600000 = 0' },
  ],
  metrics: [
    {
      table: 'market.long_short_ratio',
      time: 'ts',
      label: `symbol || ' ' || kind`,
      stepMs: HOUR_MS,
      only: 'ts % 3600000 = 0',
    },
  ],
  sentiment: [
    { table: 'market.fear_greed', time: 'ts', label: `'fear_greed'`, stepMs: DAY_MS },
    { table: 'market.stablecoin_supply', time: 'ts', label: `'stablecoins ' || asset`, stepMs: DAY_MS },
  ],
  macro: [{ table: 'market.macro_series', time: 'ts', label: 'series_id', stepMs: null }],
  gex: [{ table: 'market.gex_snapshots', time: 'ts', label: 'underlying', stepMs: null }],
};

export class Coverage {
  constructor(private readonly database: Database) {}

  async report(source: BackfillSource): Promise<CoverageRow[]> {
    if (source === 'klines') return await this.#klines();
    const found = await Promise.all(TABLES[source].map((table) => this.#stepped(table)));
    return found.flat();
  }

  /** The minutes of [fromMs, toMs) that are not there, as stretches, oldest first. */
  async missingMinutes({ market, symbol }: Series, fromMs: number, toMs: number): Promise<Stretch[]> {
    const rows = await this.#query<{ from_ms: string; to_ms: string }>(
      `SELECT from_ms, to_ms FROM (
         SELECT coalesce(lag(open_time) OVER (ORDER BY open_time) + 60000, $3::bigint) AS from_ms, open_time AS to_ms
         FROM (SELECT open_time FROM market.klines
           WHERE market = $1 AND symbol = $2 AND timeframe = '1m' AND open_time >= $3 AND open_time < $4
           UNION ALL SELECT $4::bigint) AS edges
       ) AS steps WHERE to_ms > from_ms ORDER BY from_ms`,
      [market, symbol, fromMs, toMs],
    );
    return rows.map((row) => ({ fromMs: Number(row.from_ms), toMs: Number(row.to_ms) }));
  }

  async #klines(): Promise<CoverageRow[]> {
    const rows = await this.#query<{ market: string; symbol: string; timeframe: Timeframe } & Extent>(
      `SELECT market, symbol, timeframe, min(open_time) AS earliest, max(open_time) AS latest, count(*) AS row_count
       FROM market.klines GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
    const report: CoverageRow[] = [];
    for (const row of rows) {
      const { market, symbol, timeframe } = row;
      const stepMs = timeframeMs(timeframe);
      const where = 'market = $1 AND symbol = $2 AND timeframe = $3';
      const gaps = isWhole(row, stepMs)
        ? NO_GAPS
        : await this.#gaps('market.klines', 'open_time', where, [market, symbol, timeframe], stepMs);
      report.push({ symbol, market, timeframe, ...extentOf(row), ...gaps });
    }
    return report;
  }

  async #stepped({ table, time, label, stepMs, only = 'true' }: SteppedTable): Promise<CoverageRow[]> {
    const rows = await this.#query<{ label: string } & Extent>(
      `SELECT ${label} AS label, min(${time}) AS earliest, max(${time}) AS latest, count(*) AS row_count
       FROM ${table} WHERE ${only} GROUP BY 1 ORDER BY 1`,
    );
    const report: CoverageRow[] = [];
    for (const row of rows) {
      const where = `${only} AND (${label}) = $1`;
      const gaps =
        stepMs === null || isWhole(row, stepMs)
          ? NO_GAPS
          : await this.#gaps(table, time, where, [row.label], stepMs);
      report.push({ symbol: row.label, market: null, timeframe: null, ...extentOf(row), ...gaps });
    }
    return report;
  }

  async #gaps(
    table: string,
    time: string,
    where: string,
    values: readonly unknown[],
    stepMs: number,
  ): Promise<{ gap_count: number; gaps: CoverageGap[] }> {
    // Half a step of slack: some times are late by moments, none by a whole step.
    const rows = await this.#query<{ from_ms: string; to_ms: string; total: string }>(
      `SELECT before + ${stepMs} AS from_ms, at AS to_ms, count(*) OVER () AS total FROM (
         SELECT ${time} AS at, lag(${time}) OVER (ORDER BY ${time}) AS before FROM ${table} WHERE ${where}
       ) AS steps WHERE at - before >= ${stepMs * 1.5} ORDER BY at LIMIT ${GAPS_SHOWN}`,
      values,
    );
    const gaps = rows.map(({ from_ms, to_ms }) => ({
      from_ts: Number(from_ms),
      to_ts: Number(to_ms),
      missing: Math.max(1, Math.round((Number(to_ms) - Number(from_ms)) / stepMs)),
    }));
    return { gap_count: Number(rows[0]?.total ?? 0), gaps };
  }

  async #query<R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const client = await this.database.pool.connect();
    try {
      await client.query('BEGIN READ ONLY');
      await client.query(`SET LOCAL statement_timeout = ${REPORT_TIMEOUT_MS}`);
      const config = { text, values: [...values], query_timeout: REPORT_TIMEOUT_MS + 2_000 };
      const { rows } = await client.query<R>(config);
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

interface Extent {
  readonly earliest: string;
  readonly latest: string;
  readonly row_count: string;
}

const NO_GAPS = { gap_count: 0, gaps: [] };

function extentOf({ earliest, latest, row_count }: Extent) {
  return { earliest: Number(earliest), latest: Number(latest), row_count: Number(row_count) };
}

/** As many rows as steps fit between the first and the last: then nothing is missing. */
function isWhole({ earliest, latest, row_count }: Extent, stepMs: number): boolean {
  return Number(row_count) === Math.round((Number(latest) - Number(earliest)) / stepMs) + 1;
}
