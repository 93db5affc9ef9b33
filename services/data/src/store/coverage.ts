/**
 * What the market tables hold and what they lack: per series the first row, the last one, and every hole
 * between them. A higher time frame is held against the minutes: where all minutes of a bar are there and the
 * bar is not, that is a hole, too.
 */
import type { BackfillSource, CoverageGap, Coverage as CoverageRow } from '@platform/contracts';
import { DAY_MS, HOUR_MS, TIMEFRAMES, type Timeframe, timeframeMs } from '@platform/core';
import type pg from 'pg';
import type { Series } from '../app/ports';
import { hull, type Span, wholeBuckets, without } from '../domain/spans';

const REPORT_TIMEOUT_MS = 60_000;
const GAPS_SHOWN = 100;
/**
 * Of one series. A series with more is counted rightly, but its later bars are not held against their
 * minutes.
 */
const GAPS_READ = 50_000;

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
  /** Reports go over a connection of their own: one that counts millions of rows delays nothing else. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly reportLane: pg.Pool,
  ) {}

  async report(source: BackfillSource): Promise<CoverageRow[]> {
    return await reading(this.reportLane, async (query) => {
      if (source === 'klines') return await klines(query);
      const found: CoverageRow[] = [];
      for (const table of TABLES[source]) found.push(...(await stepped(query, table)));
      return found;
    });
  }

  /** The minutes of [fromMs, toMs) that are not there, as spans, oldest first. */
  async missingMinutes({ market, symbol }: Series, fromMs: number, toMs: number): Promise<Span[]> {
    const rows = await reading(this.pool, (query) =>
      query<{ from_ms: string; to_ms: string }>(
        `SELECT from_ms, to_ms FROM (
           SELECT coalesce(lag(open_time) OVER (ORDER BY open_time) + 60000, $3::bigint) AS from_ms, open_time AS to_ms
           FROM (SELECT open_time FROM market.klines
             WHERE market = $1 AND symbol = $2 AND timeframe = '1m' AND open_time >= $3 AND open_time < $4
             UNION ALL SELECT $4::bigint) AS edges
         ) AS steps WHERE to_ms > from_ms ORDER BY from_ms`,
        [market, symbol, fromMs, toMs],
      ),
    );
    return rows.map(spanOf);
  }
}

type Query = <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;

/**
 * All of `work` as of one moment: minutes and their higher bars would otherwise seem to differ where both are
 * being written.
 */
async function reading<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${REPORT_TIMEOUT_MS}`);
    const found = await work(async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const config = { text, values: [...values], query_timeout: REPORT_TIMEOUT_MS + 2_000 };
      return (await client.query<R>(config)).rows;
    });
    await client.query('COMMIT');
    client.release();
    return found;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function klines(query: Query): Promise<CoverageRow[]> {
  const rows = await query<Series & { timeframe: Timeframe } & Extent>(
    `SELECT market, symbol, timeframe, min(open_time) AS earliest, max(open_time) AS latest, count(*) AS row_count
     FROM market.klines GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  const bySeries = new Map<string, Map<Timeframe, Series & Extent>>();
  for (const row of rows) {
    const key = `${row.market} ${row.symbol}`;
    const frames = bySeries.get(key) ?? new Map<Timeframe, Series & Extent>();
    bySeries.set(key, frames.set(row.timeframe, row));
  }
  const report: CoverageRow[] = [];
  for (const frames of bySeries.values()) report.push(...(await seriesCoverage(query, frames)));
  return report;
}

async function seriesCoverage(
  query: Query,
  frames: ReadonlyMap<Timeframe, Series & Extent>,
): Promise<CoverageRow[]> {
  const [{ market, symbol }] = frames.values() as Iterable<Series & Extent> as [Series];
  const report: CoverageRow[] = [];
  let minutes: readonly Span[] = [];
  for (const timeframe of TIMEFRAMES) {
    const extent = frames.get(timeframe);
    const stepMs = timeframeMs(timeframe);
    const where = 'market = $1 AND symbol = $2 AND timeframe = $3';
    const { gapCount, present } =
      extent === undefined
        ? NOTHING
        : await presence(
            query,
            'market.klines',
            'open_time',
            where,
            [market, symbol, timeframe],
            stepMs,
            extent,
          );
    if (timeframe === '1m') minutes = present;
    const due = timeframe === '1m' ? present : wholeBuckets(minutes, timeframe);
    const span = hull(present, due);
    if (span === undefined) continue;
    const gaps = without(span, present);
    report.push({
      symbol,
      market,
      timeframe,
      ...(extent === undefined ? { earliest: null, latest: null, row_count: 0 } : extentOf(extent)),
      gap_count: Math.max(gapCount, gaps.length),
      gaps: gaps.slice(0, GAPS_SHOWN).map((gap) => gapOf(gap, stepMs)),
    });
  }
  return report;
}

async function stepped(
  query: Query,
  { table, time, label, stepMs, only = 'true' }: SteppedTable,
): Promise<CoverageRow[]> {
  const rows = await query<{ label: string } & Extent>(
    `SELECT ${label} AS label, min(${time}) AS earliest, max(${time}) AS latest, count(*) AS row_count
     FROM ${table} WHERE ${only} GROUP BY 1 ORDER BY 1`,
  );
  const report: CoverageRow[] = [];
  for (const row of rows) {
    const where = `${only} AND (${label}) = $1`;
    const { gapCount, gaps } =
      stepMs === null ? NOTHING : await presence(query, table, time, where, [row.label], stepMs, row);
    report.push({
      symbol: row.label,
      market: null,
      timeframe: null,
      ...extentOf(row),
      gap_count: gapCount,
      gaps: gaps.slice(0, GAPS_SHOWN).map((gap) => gapOf(gap, stepMs ?? 1)),
    });
  }
  return report;
}

interface Presence {
  readonly gapCount: number;
  readonly gaps: readonly Span[];
  /** The rows that are there, each as long as a step. */
  readonly present: readonly Span[];
}

const NOTHING: Presence = { gapCount: 0, gaps: [], present: [] };

async function presence(
  query: Query,
  table: string,
  time: string,
  where: string,
  values: readonly unknown[],
  stepMs: number,
  extent: Extent,
): Promise<Presence> {
  const span = { fromMs: Number(extent.earliest), toMs: Number(extent.latest) + stepMs };
  if (isWhole(extent, stepMs)) return { gapCount: 0, gaps: [], present: [span] };
  // Half a step of slack: some times are late by moments, none by a whole step.
  const rows = await query<{ from_ms: string; to_ms: string; total: string }>(
    `SELECT before + ${stepMs} AS from_ms, at AS to_ms, count(*) OVER () AS total FROM (
       SELECT ${time} AS at, lag(${time}) OVER (ORDER BY ${time}) AS before FROM ${table} WHERE ${where}
     ) AS steps WHERE at - before >= ${stepMs * 1.5} ORDER BY at LIMIT ${GAPS_READ}`,
    values,
  );
  const gaps = rows.map(spanOf);
  const gapCount = Number(rows[0]?.total ?? 0);
  const known = gapCount > gaps.length ? { ...span, toMs: gaps.at(-1)!.toMs } : span;
  return { gapCount, gaps, present: without(known, gaps) };
}

function spanOf({ from_ms, to_ms }: { readonly from_ms: string; readonly to_ms: string }): Span {
  return { fromMs: Number(from_ms), toMs: Number(to_ms) };
}

function gapOf({ fromMs, toMs }: Span, stepMs: number): CoverageGap {
  return { from_ts: fromMs, to_ts: toMs, missing: Math.max(1, Math.round((toMs - fromMs) / stepMs)) };
}

interface Extent {
  readonly earliest: string;
  readonly latest: string;
  readonly row_count: string;
}

function extentOf({ earliest, latest, row_count }: Extent) {
  return { earliest: Number(earliest), latest: Number(latest), row_count: Number(row_count) };
}

/** As many rows as steps fit between the first and the last: then nothing is missing. */
function isWhole({ earliest, latest, row_count }: Extent, stepMs: number): boolean {
  return Number(row_count) === Math.round((Number(latest) - Number(earliest)) / stepMs) + 1;
}
