import { KLINES_SUBJECTS, type KlineMessage } from '@platform/contracts';
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import { get } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, caughtUp, closeMinute, minutesOf, openBench, SYMBOL } from './harness';
import { readBus } from './read-bus';

describe('live ingest', () => {
  let bench: Bench;
  let url: string;
  beforeAll(async () => {
    bench = await openBench();
    url = (await bench.start()).url;
    await caughtUp(bench, 'perp');
    await caughtUp(bench, 'spot');
  });
  afterAll(async () => await bench?.close());

  it('live ingest begins with the two days before, whole, in both markets', async () => {
    const stored = await minutesOf(bench.sql, 'perp');
    expect(stored.count).toBeGreaterThanOrEqual(2 * 1440);
  });

  it('live ingest writes each minute that closes, over one connection that is kept for them', async () => {
    const before = await caughtUp(bench);
    const connections = async () => {
      const { rows } = await bench.sql.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'data-live' AND query LIKE '%INTO market.klines%'
           AND datname = current_database()`,
      );
      return rows as { pid: number }[];
    };
    const kept = await connections();
    for (let i = 0; i < 3; i++) {
      closeMinute(bench.sim);
      await caughtUp(bench);
    }
    expect((await caughtUp(bench)).count).toBe(before.count + 3);
    expect(kept).toHaveLength(1);
    expect(await connections()).toEqual(kept);
  });

  it('live ingest fills what a cut connection missed before it goes on', async () => {
    const before = await caughtUp(bench);
    bench.sim.admin.disconnect();
    bench.sim.admin.changeClock({ advanceMs: 5 * MINUTE_MS });
    const after = await caughtUp(bench);
    expect(after.count).toBe(before.count + 5);
    closeMinute(bench.sim);
    await caughtUp(bench, 'spot');
  });

  it('live ingest makes every higher bar of exactly its minutes', async () => {
    await eventually(async () => {
      const { rows } = await bench.sql.query(
        `SELECT higher.open_time, higher.open, higher.close, higher.high, higher.low, higher.trades,
           count(*) AS minutes, max(minute.high) AS top, min(minute.low) AS bottom, sum(minute.trades) AS total,
           (array_agg(minute.open ORDER BY minute.open_time))[1] AS first,
           (array_agg(minute.close ORDER BY minute.open_time DESC))[1] AS last
         FROM market.klines higher JOIN market.klines minute USING (market, symbol)
         WHERE higher.timeframe = '1h' AND higher.market = 'perp' AND minute.timeframe = '1m'
           AND minute.open_time >= higher.open_time AND minute.open_time < higher.open_time + $1::bigint
         GROUP BY 1, 2, 3, 4, 5, 6`,
        [HOUR_MS],
      );
      expect(rows.length).toBeGreaterThanOrEqual(22);
      for (const row of rows) {
        expect(Number(row.minutes)).toBe(60);
        expect([row.open, row.close, row.high, row.low]).toEqual([row.first, row.last, row.top, row.bottom]);
        expect(row.trades).toBe(Number(row.total));
      }
    });
  });

  it('live ingest publishes every bar that closed since its start once, in order, without a hole', async () => {
    const { newestMs } = await caughtUp(bench);
    // A bar is in the table before it is on the bus.
    const messages = await eventually(async () => {
      const read = (await readBus(bench.nats, KLINES_SUBJECTS)) as KlineMessage[];
      if (!read.some(({ market, open_time }) => market === 'perp' && open_time === newestMs))
        throw new Error(`${newestMs} is not on the bus`);
      return read;
    });
    const times = messages
      .filter(({ market, timeframe }) => market === 'perp' && timeframe === '1m')
      .map(({ open_time }) => open_time);
    expect(times.at(-1)).toBe(newestMs);
    expect(times.length).toBe(9);
    expect(times).toEqual(times.map((_, i) => times[0]! + i * MINUTE_MS));
    expect(messages[0]).toMatchObject({ symbol: SYMBOL, trades: expect.any(Number) });
  });

  it('live ingest shows on /sources/health and in the freshness gauge', async () => {
    const health = (await get(url, '/sources/health')).json() as unknown as {
      sources: { name: string; status: string }[];
    };
    expect(health.sources).toContainEqual(
      expect.objectContaining({ name: 'perp_klines', status: 'healthy' }),
    );
    await eventually(async () =>
      expect((await get(url, '/metrics')).text).toMatch(
        /platform_data_source_freshness_seconds\{source="perp_klines"\}/,
      ),
    );
  });
});
