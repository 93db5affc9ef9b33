/**
 * The klines table. A bar is written once: writing it again changes nothing, writing it differently revises
 * it. What is written into a closed month moves its revision. Bulk writes into an empty span are a plain
 * COPY; anything else goes through a staging table.
 */
import { copyIn, encodeKlines, KLINE_COLUMNS_SQL, type KlineColumns, readKlines } from '@platform/columns';
import type { KlineMessage } from '@platform/contracts';
import { HOUR_MS, monthStartMs, type Timeframe } from '@platform/core';
import type { Database } from '@platform/service-kit';
import type pg from 'pg';
import type { BarStore, Series } from '../app/ports';

const VALUES = ['open', 'high', 'low', 'close', 'volume', 'quote_volume', 'trades', 'taker_buy_volume'];

/**
 * The month that is still growing. No copies of it are kept, so bars that join it leave its revision alone:
 * that would be as many writes again. An hour before its end it counts as closed, for those whose clock is
 * ahead of the database's.
 */
const OPEN_MONTH = `SELECT market.month_of((extract(epoch FROM clock_timestamp() + interval '1 hour') * 1000)::bigint)`;

/** Writes `source`, a relation of the table's columns; `written` are the rows that were new or different. */
const upsertFrom = (source: string) => `
  WITH written AS (
    INSERT INTO market.klines AS known (${KLINE_COLUMNS_SQL})
    SELECT ${KLINE_COLUMNS_SQL} FROM ${source}
    ON CONFLICT (market, symbol, timeframe, open_time) DO UPDATE
      SET ${VALUES.map((name) => `${name} = excluded.${name}`).join(', ')}
      WHERE (${VALUES.map((name) => `known.${name}`).join(', ')})
        IS DISTINCT FROM (${VALUES.map((name) => `excluded.${name}`).join(', ')})
    RETURNING market, symbol, timeframe, open_time
  ), revised AS (
    SELECT DISTINCT market, symbol, timeframe, market.month_of(open_time) AS month FROM written
  ), months AS (
    INSERT INTO market.kline_months AS known (market, symbol, timeframe, month, revision)
    SELECT market, symbol, timeframe, month, market.next_revision(0) FROM revised
    WHERE month <> (${OPEN_MONTH})
      OR NOT EXISTS (SELECT FROM market.kline_months AS had WHERE had.market = revised.market
        AND had.symbol = revised.symbol AND had.timeframe = revised.timeframe AND had.month = revised.month)
    ORDER BY market, symbol, timeframe, month
    ON CONFLICT (market, symbol, timeframe, month) DO UPDATE SET revision = market.next_revision(known.revision)
  )`;

const GIVEN = `unnest($1::market.market_kind[], $2::text[], $3::market.timeframe[], $4::bigint[], $5::float8[],
    $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::int[], $12::float8[])
    AS given (${KLINE_COLUMNS_SQL})`;

/** One look at the queue of notifications does for all. */
const NOTIFY = `count(CASE WHEN (SELECT pg_notification_queue_usage() < 0.5) THEN pg_notify('trading.data_events',
      '{"kind":"KlineWritten","market":"' || market || '","symbol":' || to_json(symbol::text)
      || ',"timeframe":"' || timeframe || '","open_time":' || open_time || '}') END) AS notified`;

/** What was written is counted; only when not all was, it is named. */
const LIVE = `${upsertFrom(GIVEN)}
  SELECT count(*)::int AS count,
    CASE WHEN count(*) < cardinality($2::text[])
      THEN array_agg(concat_ws(':', market, symbol, timeframe, open_time)) END AS keys, ${NOTIFY}
  FROM written`;

/**
 * The same for half the work, of bars whose months need no change; fails where one of them is known already.
 */
const LIVE_NEWS = `
  WITH written AS (
    INSERT INTO market.klines (${KLINE_COLUMNS_SQL}) SELECT ${KLINE_COLUMNS_SQL} FROM ${GIVEN}
    RETURNING market, symbol, timeframe, open_time
  ) SELECT ${NOTIFY} FROM written`;

const STAGED = `${upsertFrom('staged_klines')} SELECT count(*)::int AS count FROM written`;

const REVISE_MONTHS = `
  INSERT INTO market.kline_months AS known (market, symbol, timeframe, month, revision)
  SELECT $1, $2, $3, month, market.next_revision(0) FROM unnest($4::bigint[]) AS month ORDER BY month
  ON CONFLICT (market, symbol, timeframe, month) DO UPDATE SET revision = market.next_revision(known.revision)`;

const UNIQUE_VIOLATION = '23505';
const BULK_TIMEOUT_MS = 60_000;

export class PostgresBars implements BarStore {
  private openMonthMs = Number.NaN;
  /** Series whose open month is in the table of months. */
  private readonly onRecord = new Set<string>();

  /**
   * Live bars go over a connection of their own, if there is one: a minute later it still knows the
   * statement.
   */
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly lane = database.pool,
  ) {}

  async writeLive(bars: readonly KlineMessage[]): Promise<readonly KlineMessage[]> {
    // Array literals made here: the driver would look at every single value, and escape it.
    const column = (name: keyof KlineMessage) => `{${bars.map((bar) => bar[name]).join(',')}}`;
    const values = [
      column('market'),
      `{${bars.map(({ symbol }) => JSON.stringify(symbol)).join(',')}}`,
      column('timeframe'),
      ...['open_time', ...VALUES].map((name) => column(name as keyof KlineMessage)),
    ];
    if (this.needsNoMonths(bars) && (await this.insertNews(values))) return bars;
    const { rows } = await this.lane.query<{ count: number; keys: string[] | null }>({
      name: 'write-live-klines',
      text: LIVE,
      values,
    });
    for (const bar of bars) if (bar.open_time >= this.openMonthMs) this.onRecord.add(keyOf(bar));
    const { count, keys } = rows[0]!;
    if (count === bars.length) return bars;
    const fresh = new Set(keys);
    return bars.filter((bar) => fresh.has(`${keyOf(bar)}:${bar.open_time}`));
  }

  /** Whether all bars belong to the open month, and that is on record for each of their series. */
  private needsNoMonths(bars: readonly KlineMessage[]): boolean {
    const openMonthMs = monthStartMs(Date.now() + HOUR_MS);
    if (openMonthMs !== this.openMonthMs) this.onRecord.clear();
    this.openMonthMs = openMonthMs;
    return bars.every((bar) => bar.open_time >= openMonthMs && this.onRecord.has(keyOf(bar)));
  }

  /** False when one of them is known already: nothing happened then. */
  private async insertNews(values: readonly string[]): Promise<boolean> {
    try {
      await this.lane.query({ name: 'write-live-news', text: LIVE_NEWS, values: [...values] });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  async writeBulk(series: Series, timeframe: Timeframe, bars: KlineColumns): Promise<number> {
    if (bars.length === 0) return 0;
    const fromMs = bars.openTimeMs[0]!;
    const toMs = bars.openTimeMs[bars.length - 1]!;
    await this.database.pool.query('SELECT market.ensure_kline_partitions($1, $2)', [fromMs, toMs]);
    const data = encodeKlines({ ...series, timeframe }, bars);
    const isEmpty = !(await this.hasAny(series, timeframe, fromMs, toMs));
    if (isEmpty && (await this.copy(series, timeframe, bars, data))) return bars.length;
    return await this.stage(data);
  }

  async newestMinuteMs({ market, symbol }: Series): Promise<number | null> {
    const { rows } = await this.database.pool.query<{ open_time: string }>(
      `SELECT open_time FROM market.klines WHERE market = $1 AND symbol = $2 AND timeframe = '1m'
       ORDER BY open_time DESC LIMIT 1`,
      [market, symbol],
    );
    return rows[0] === undefined ? null : Number(rows[0].open_time);
  }

  async read(
    series: Series,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
    limit?: number,
  ): Promise<KlineColumns> {
    const range = { ...series, timeframe, fromMs, toMs, ...(limit === undefined ? {} : { limit }) };
    return await this.withClient((client) => readKlines(client, range));
  }

  async readForward(
    series: Series,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<KlineColumns> {
    const range = { ...series, timeframe, fromMs, toMs, limit, oldest: true };
    return await this.withClient((client) => readKlines(client, range));
  }

  private async hasAny(
    { market, symbol }: Series,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
  ): Promise<boolean> {
    const { rows } = await this.database.pool.query<{ exists: boolean }>(
      `SELECT EXISTS (SELECT FROM market.klines WHERE market = $1 AND symbol = $2 AND timeframe = $3
         AND open_time BETWEEN $4 AND $5) AS exists`,
      [market, symbol, timeframe, fromMs, toMs],
    );
    return rows[0]!.exists;
  }

  /** False when somebody else wrote one of these bars in the meantime: nothing happened then. */
  private async copy(
    series: Series,
    timeframe: Timeframe,
    bars: KlineColumns,
    data: Buffer,
  ): Promise<boolean> {
    try {
      await this.inTransaction(async (client) => {
        await copyIn(
          client,
          `COPY market.klines (${KLINE_COLUMNS_SQL}) FROM STDIN (FORMAT binary)`,
          data,
          BULK_TIMEOUT_MS,
        );
        await client.query(REVISE_MONTHS, [series.market, series.symbol, timeframe, monthsOf(bars)]);
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private async stage(data: Buffer): Promise<number> {
    return await this.inTransaction(async (client) => {
      await client.query(
        'CREATE TEMPORARY TABLE IF NOT EXISTS staged_klines (LIKE market.klines) ON COMMIT DELETE ROWS',
      );
      await copyIn(
        client,
        `COPY staged_klines (${KLINE_COLUMNS_SQL}) FROM STDIN (FORMAT binary)`,
        data,
        BULK_TIMEOUT_MS,
      );
      const { rows } = await client.query<{ count: number }>(STAGED);
      return rows[0]!.count;
    });
  }

  private async inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return await this.withClient(async (client) => {
      await client.query('BEGIN');
      try {
        await client.query(`SET LOCAL statement_timeout = ${BULK_TIMEOUT_MS}`);
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** A client that failed is not given back: what it is in the middle of is not known. */
  private async withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.database.pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

function keyOf({ market, symbol, timeframe }: KlineMessage): string {
  return `${market}:${symbol}:${timeframe}`;
}

function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}

function monthsOf(bars: KlineColumns): number[] {
  const months = new Set<number>();
  for (let i = 0; i < bars.length; i++) months.add(monthStartMs(bars.openTimeMs[i]!));
  return [...months];
}
