/** Jobs that are cut off: what they wrote is made whole, by themselves or by starting them again. */
import { DAY_MS, HOUR_MS, type Timeframe, timeframeMs } from '@platform/core';
import { get } from '@platform/service-kit/test-suite';
import { eventually, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, backfills, caughtUp, openBench } from './harness';

const DAYS = 6;
const FRAMES: readonly Timeframe[] = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d'];

describe('a backfill that is cut off', () => {
  let bench: Bench;
  let nowMs: number;
  beforeAll(async () => {
    bench = await openBench({ symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] });
    const first = await bench.start();
    nowMs = (await caughtUp(bench)).newestMs;
    await first.close();
  });
  afterAll(async () => await bench?.close());

  const minuteCount = async (symbol: string) =>
    (
      await bench.sql.query(
        `SELECT count(*)::int AS n FROM market.klines WHERE symbol = $1 AND timeframe = '1m'`,
        [symbol],
      )
    ).rows[0].n as number;

  /** Buckets that have all their minutes, and those of them that have no bar. */
  const frames = async (symbol: string) => {
    const found = { whole: 0, missing: 0 };
    for (const timeframe of FRAMES) {
      const { rows } = await bench.sql.query(
        `SELECT count(*)::int AS whole, count(*) FILTER (WHERE NOT EXISTS (SELECT FROM market.klines AS bar
             WHERE bar.market = bucket.market AND bar.symbol = $1 AND bar.timeframe = $2::market.timeframe
               AND bar.open_time = bucket.open_time))::int AS missing
         FROM (SELECT market, open_time / $3::bigint * $3::bigint AS open_time FROM market.klines
           WHERE symbol = $1 AND timeframe = '1m' GROUP BY 1, 2 HAVING count(*) = $3::bigint / 60000) AS bucket`,
        [symbol, timeframe, timeframeMs(timeframe)],
      );
      found.whole += rows[0].whole;
      found.missing += rows[0].missing;
    }
    return found;
  };

  const slowly = () => {
    for (const path of ['/fapi/v1/klines', '/api/v3/klines'])
      bench.sim.admin.addFault({ kind: 'latency', path, durationMs: 1_500 });
  };
  const begin = async (url: string, symbol: string) => {
    slowly();
    const { body } = await backfills(url).start('klines', {
      symbols: [symbol],
      from_ts: nowMs - DAYS * DAY_MS,
      to_ts: nowMs,
    });
    await eventually(async () => expect(await minuteCount(symbol)).toBeGreaterThan(0));
    return body.id;
  };
  const again = async (url: string, symbol: string) => {
    bench.sim.admin.clearFaults();
    return await backfills(url).finished('klines', {
      symbols: [symbol],
      from_ts: nowMs - DAYS * DAY_MS,
      to_ts: nowMs,
    });
  };

  it('a cancelled backfill has made every higher bar of the minutes it wrote', async () => {
    const { url, close } = await bench.start();
    const id = await begin(url, 'ETHUSDT');
    await backfills(url).cancel(id);
    await eventually(async () => {
      const { whole, missing } = await frames('ETHUSDT');
      expect([whole > 0, missing]).toEqual([true, 0]);
    });
    expect(await again(url, 'ETHUSDT')).toMatchObject({ status: 'completed' });
    expect(await minuteCount('ETHUSDT')).toBe(2 * DAYS * 1440);
    expect(await frames('ETHUSDT')).toMatchObject({ missing: 0 });
    await close();
  });

  it('a backfill cut off by kill -9 reports its missing bars as gaps until another makes it whole', async () => {
    const killed = await spawnService('data', { ...bench.environment(), PLATFORM_DATA_LOG_LEVEL: 'info' });
    await begin(killed.url, 'SOLUSDT');
    await killed.end('SIGKILL');
    const left = await frames('SOLUSDT');
    expect(left.missing).toBeGreaterThan(0);

    const { url, close } = await bench.start();
    const jobs = backfills(url);
    const before = (await jobs.report('klines')).coverage.filter(({ symbol }) => symbol === 'SOLUSDT');
    const hourly = before.find(({ market, timeframe }) => market === 'perp' && timeframe === '1h');
    expect(hourly).toMatchObject({ row_count: 0, earliest: null, gap_count: 1 });

    expect(await again(url, 'SOLUSDT')).toMatchObject({ status: 'completed' });
    expect(await minuteCount('SOLUSDT')).toBe(2 * DAYS * 1440);
    expect(await frames('SOLUSDT')).toMatchObject({ missing: 0 });
    const after = (await jobs.report('klines')).coverage.filter(({ symbol }) => symbol === 'SOLUSDT');
    expect(after.map(({ market, timeframe, gap_count }) => [market, timeframe, gap_count])).toEqual(
      after.map(({ market, timeframe }) => [market, timeframe, 0]),
    );
    await close();
  });

  it('a backfill finds a bar that is missing or disagrees, though no minute is missing', async () => {
    const { url, close } = await bench.start();
    const hourMs = Math.floor((nowMs - 2 * DAY_MS) / HOUR_MS) * HOUR_MS;
    const hour = async () =>
      (
        await bench.sql.query(
          `SELECT * FROM market.klines WHERE symbol = 'SOLUSDT' AND market = 'perp' AND timeframe = '1h'
           AND open_time BETWEEN $1 AND $2 ORDER BY open_time`,
          [hourMs, hourMs + HOUR_MS],
        )
      ).rows;
    const good = await hour();
    await bench.sql.query(
      `UPDATE market.klines SET volume = volume + 1 WHERE symbol = 'SOLUSDT' AND timeframe = '1h' AND open_time = $1`,
      [hourMs],
    );
    await bench.sql.query(
      `DELETE FROM market.klines WHERE symbol = 'SOLUSDT' AND timeframe = '1h' AND open_time = $1`,
      [hourMs + HOUR_MS],
    );
    expect(await again(url, 'SOLUSDT')).toMatchObject({ rows_fetched: 0, rows_written: 4 });
    expect(await hour()).toEqual(good);
    await close();
  });

  it('backfill reports that wait for a locked table delay no other request', async () => {
    const { url, close } = await bench.start();
    const locker = await bench.sql.connect();
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE market.funding_rates IN ACCESS EXCLUSIVE MODE');
    const reports = Array.from({ length: 16 }, () => get(url, '/backfill/funding/report'));
    const klines = await Promise.all(
      Array.from({ length: 4 }, () => get(url, '/klines?symbol=SOLUSDT&timeframe=1h&limit=5')),
    );
    expect(klines.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await locker.query('ROLLBACK');
    locker.release();
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual(reports.map(() => 200));
    await close();
  });
});
