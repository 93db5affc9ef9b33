import { KLINES_SUBJECTS, type KlineMessage } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import { get } from '@platform/service-kit/test-suite';
import { eventually, tcpProxy } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, caughtUp, closeMinute, openBench, SYMBOL } from './harness';
import { readBus } from './read-bus';

const RECOVERY_MS = 60_000;

describe('ingest under faults', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(async () => await bench?.close());

  const gapCount = async (url: string) => {
    const { coverage } = (await get(url, '/backfill/klines/report')).json() as unknown as {
      coverage: { market: string; timeframe: string; gap_count: number }[];
    };
    return coverage.find(({ market, timeframe }) => market === 'perp' && timeframe === '1m')!.gap_count;
  };

  it('a database that goes away costs no bar: the outage is repaired and the report shows no gap', async () => {
    const proxy = await tcpProxy({ port: bench.database.port });
    const url = new URL(bench.environment()['DATABASE_URL']!);
    url.port = String(proxy.port);
    const service = await bench.start({ DATABASE_URL: url.href });
    await caughtUp(bench);
    proxy.blackhole(true);
    for (let i = 0; i < 3; i++) closeMinute(bench.sim);
    await eventually(async () =>
      expect((await get(service.url, '/metrics')).text).toMatch(/code="DATA_INGEST_WRITE_FAILED"\} [1-9]/),
    );
    proxy.blackhole(false);
    proxy.reset();
    closeMinute(bench.sim);
    await eventually(async () => await caughtUp(bench), RECOVERY_MS);
    await eventually(async () => expect(await gapCount(service.url)).toBe(0));
    await service.close();
    await proxy.close();
  }, 120_000);

  it('a bus that goes away stops no write, is counted, and gets every bar after it came back', async () => {
    const service = await bench.start();
    await caughtUp(bench);
    await bench.nats.stop();
    const before = await caughtUp(bench);
    for (let i = 0; i < 3; i++) closeMinute(bench.sim);
    expect((await caughtUp(bench)).count).toBe(before.count + 3);
    await eventually(async () =>
      expect((await get(service.url, '/metrics')).text).toMatch(/^platform_data_publish_errors_total [1-9]/m),
    );
    await bench.nats.start();
    const wanted = [1, 2, 3].map((i) => before.newestMs + i * MINUTE_MS);
    await eventually(async () => {
      const messages = (await readBus(bench.nats, KLINES_SUBJECTS)) as KlineMessage[];
      const times = messages
        .filter(({ market, timeframe }) => market === 'perp' && timeframe === '1m')
        .map(({ open_time }) => open_time);
      expect(times.slice(-3)).toEqual(wanted);
    }, RECOVERY_MS);
    await service.close();
  }, 120_000);

  it('a venue that bans is left alone for as long as it says, then the gap is filled', async () => {
    const service = await bench.start();
    await caughtUp(bench);
    bench.sim.admin.addFault({ kind: 'rate_limit', path: '/fapi/v1/klines', durationMs: 2_000, count: 1 });
    bench.sim.admin.disconnect();
    bench.sim.admin.changeClock({ advanceMs: 4 * MINUTE_MS });
    await eventually(async () => await caughtUp(bench), RECOVERY_MS);
    const requests = bench.sim.admin.ledger({ kinds: ['request'], limit: 10_000 } as never) as unknown as {
      wallMs: number;
      data: { path?: string; status?: number };
    }[];
    expect(requests.length).toBeGreaterThan(0);
    await service.close();
  }, 120_000);

  it('a restart goes on where the table ends', async () => {
    const before = await caughtUp(bench);
    for (let i = 0; i < 4; i++) closeMinute(bench.sim);
    const service = await bench.start();
    expect((await caughtUp(bench)).count).toBe(before.count + 4);
    const { rows } = await bench.sql.query(
      `SELECT count(*)::int AS count FROM market.klines WHERE timeframe = '5m' AND market = 'perp' AND symbol = $1`,
      [SYMBOL],
    );
    expect(rows[0].count).toBeGreaterThan(280);
    await service.close();
  });
});
