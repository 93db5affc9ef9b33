import { systemTime, Tasks } from '@platform/service-kit';
import { get } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Partitions } from '../src/store/partitions';
import { type Bench, openBench } from './harness';

const MARCH_MS = Date.UTC(2020, 2, 1);
const APRIL_MS = Date.UTC(2020, 3, 1);
const DAY_MS = 86_400_000;

describe('old minutes', () => {
  let bench: Bench;
  let pool: pg.Pool;
  beforeAll(async () => {
    bench = await openBench();
    pool = new pg.Pool({ connectionString: bench.database.urlFor('platform_data_writer'), max: 3 });
    const bars = [
      [MARCH_MS, '1m'],
      [MARCH_MS, '1d'],
      [APRIL_MS, '1m'],
    ] as const;
    for (const [openTime, timeframe] of bars) {
      await pool.query(
        `INSERT INTO market.klines VALUES ('perp', 'BTCUSDT', $2, $1, 100, 110, 90, 105, 1, 100, 3, 0.5)`,
        [openTime, timeframe],
      );
    }
    // Whatever the planner knows of the catalogue, it must not look at other tables' names as if they were
    // months.
    await bench.sql.query('ANALYZE');
  });
  afterAll(async () => {
    await pool?.end();
    await bench?.close();
  });

  const detach = async (beforeMs: number) =>
    (await pool.query('SELECT market.detach_kline_minutes($1) AS months', [beforeMs])).rows[0].months;
  const archived = async () =>
    (
      await bench.sql.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'market_archive'::regnamespace AND relkind = 'r' ORDER BY 1`,
      )
    ).rows.map(({ relname }) => relname);
  const left = async () =>
    (await bench.sql.query('SELECT open_time, timeframe FROM market.klines ORDER BY open_time, timeframe'))
      .rows;

  it('old minutes leave one month at a time, the oldest first', async () => {
    expect(await detach(MARCH_MS)).toBe(1);
    expect(await archived()).toEqual(['klines_2019_09']);
    expect(await detach(MARCH_MS)).toBe(1);
    expect(await archived()).toEqual(['klines_2019_09', 'klines_2019_10']);
  });

  it('old minutes of a month that cannot be locked are reported, and the service starts all the same', async () => {
    const failures: unknown[] = [];
    const locker = await bench.sql.connect();
    const days = Math.floor((Date.now() - APRIL_MS) / DAY_MS);
    const tasks = new Tasks({
      service: 'data',
      time: systemTime,
      errors: { report: () => undefined },
      onRun: () => undefined,
    });
    const partitions = new Partitions({
      pool,
      retentionDays: days,
      tasks,
      time: systemTime,
      onFailed: (error) => failures.push(error),
    });
    try {
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE market.klines_2019_11 IN ROW EXCLUSIVE MODE');
      await partitions.start();
      await eventually(() => failures.length > 0);
      expect(failures).toEqual([expect.objectContaining({ code: '55P03' })]);
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
      await partitions.close();
    }
    expect(await archived()).toEqual(['klines_2019_09', 'klines_2019_10']);
  });

  it('old minutes leave in the background while the higher bars stay and the service answers', async () => {
    const days = Math.floor((Date.now() - APRIL_MS) / DAY_MS);
    const { url, close } = await bench.start({ PLATFORM_DATA_MINUTE_RETENTION_DAYS: String(days) });
    expect((await get(url, '/klines?symbol=BTCUSDT&timeframe=1d&limit=5')).status).toBe(200);
    await eventually(async () => expect(await archived()).toContain('klines_2020_03'));
    const old = (await left()).filter(({ open_time }) => Number(open_time) <= APRIL_MS);
    expect(old).toEqual([
      { open_time: String(MARCH_MS), timeframe: '1d' },
      { open_time: String(APRIL_MS), timeframe: '1m' },
    ]);
    const { rows } = await bench.sql.query('SELECT timeframe FROM market_archive.klines_2020_03');
    expect(rows).toEqual([{ timeframe: '1m' }]);
    await close();
    expect(await detach(APRIL_MS)).toBe(0);
  });

  it('old minutes of a month that was exchanged are taken again like those of any other', async () => {
    const again = `INSERT INTO market.klines VALUES ('perp', 'BTCUSDT', '1m', $1, 100, 110, 90, 105, 1, 100, 3, 0.5)`;
    await pool.query(again, [MARCH_MS]);
    await expect(pool.query(again, [MARCH_MS])).rejects.toMatchObject({ code: '23505' });
  });
});
