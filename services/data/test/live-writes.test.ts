import type { KlineMessage } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import { createTestDatabase, eventually, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresBars } from '../src/store/bars';

const CLOSED_MONTH_MS = Date.UTC(2024, 0, 1);
/** The month that an hour from now belongs to: open for a clock that is a little ahead, too. */
const soon = new Date(Date.now() + 3_600_000);
const OPEN_MONTH_MS = Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth());

const bar = (open_time: number, trades = 3): KlineMessage => {
  const prices = { open: 100, high: 110, low: 90, close: 105 };
  const volumes = { volume: 1, quote_volume: 100.5, taker_buy_volume: 0.5 };
  return { market: 'perp', symbol: 'BTCUSDT', timeframe: '1m', open_time, trades, ...prices, ...volumes };
};

describe('live bars in the table', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: PostgresBars;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.urlFor('platform_data_writer') });
    store = new PostgresBars({ pool });
    for (const monthMs of [CLOSED_MONTH_MS, OPEN_MONTH_MS])
      await pool.query('SELECT market.ensure_kline_partitions($1, $1)', [monthMs]);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it.each([
    ['a closed month', CLOSED_MONTH_MS],
    ['the open month', OPEN_MONTH_MS],
  ])('live bars of %s are news once, and again when they change, each announced once', async (_, monthMs) => {
    const listener = await pool.connect();
    const announced: unknown[] = [];
    listener.on('notification', ({ payload }) => announced.push(JSON.parse(payload!)));
    await listener.query('LISTEN "trading.data_events"');
    const bars = [bar(monthMs), bar(monthMs + MINUTE_MS)] as const;
    expect(await store.writeLive(bars)).toEqual(bars);
    expect(await store.writeLive(bars)).toEqual([]);
    const revised = bar(monthMs + MINUTE_MS, 4);
    const next = bar(monthMs + 2 * MINUTE_MS);
    expect(await store.writeLive([bars[0], revised, next])).toEqual([revised, next]);
    const last = bar(monthMs + 3 * MINUTE_MS);
    expect(await store.writeLive([last])).toEqual([last]);
    const event = ({ market, symbol, timeframe, open_time }: KlineMessage) => ({
      kind: 'KlineWritten',
      market,
      symbol,
      timeframe,
      open_time,
    });
    await eventually(() => expect(announced).toEqual([...bars, revised, next, last].map(event)));
    const { rows } = await pool.query(
      'SELECT open_time::float8, trades FROM market.klines WHERE open_time BETWEEN $1 AND $2 ORDER BY open_time',
      [monthMs, last.open_time],
    );
    expect(rows).toEqual(
      [bars[0], revised, next, last].map(({ open_time, trades }) => ({ open_time, trades })),
    );
    listener.release(true);
  });

  it('live bars move the revision of a closed month, which others copy, and leave that of the open month', async () => {
    const revisions = async (monthMs: number, firstMinute = 10) => {
      const found: bigint[] = [];
      for (const minute of [firstMinute, firstMinute + 1]) {
        await store.writeLive([bar(monthMs + minute * MINUTE_MS)]);
        const { rows } = await pool.query('SELECT revision FROM market.kline_months WHERE month = $1', [
          monthMs,
        ]);
        found.push(BigInt(rows[0].revision));
      }
      return found as [bigint, bigint];
    };
    const [first, second] = await revisions(CLOSED_MONTH_MS);
    expect(second).toBeGreaterThan(first);
    const [opened, later] = await revisions(OPEN_MONTH_MS);
    expect(later).toBe(opened);
    const [third] = await revisions(CLOSED_MONTH_MS, 30);
    expect(third).toBeGreaterThan(second);
  });

  it('live bars put the open month of a series on record with its first bar, not only that of another', async () => {
    const other = { ...bar(OPEN_MONTH_MS), symbol: 'ETHUSDT' };
    await store.writeLive([bar(OPEN_MONTH_MS + 40 * MINUTE_MS)]);
    await store.writeLive([bar(OPEN_MONTH_MS + 41 * MINUTE_MS), other]);
    const { rowCount } = await pool.query(
      `SELECT FROM market.kline_months WHERE symbol = 'ETHUSDT' AND month = $1`,
      [OPEN_MONTH_MS],
    );
    expect(rowCount).toBe(1);
  });
});
