import { KLINES_SUBJECTS, type KlineMessage } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import { get } from '@platform/service-kit/test-suite';
import {
  eventually,
  type PostgresServer,
  prepareTemplate,
  startPostgres,
  type TcpProxy,
  tcpProxy,
} from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, caughtUp, closeMinute, openBench, SYMBOL } from './harness';
import { readBus } from './read-bus';

const QUIET_MS = 2_000;

describe('ingest under faults', () => {
  let bench: Bench;
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    await prepareTemplate(postgres);
    bench = await openBench({}, postgres.port);
  });
  afterAll(async () => {
    await bench?.close();
    await postgres?.dispose();
  });

  /** Caught up by what it heard itself, not by what an earlier service had written. */
  const live = async () => {
    closeMinute(bench.sim);
    return await caughtUp(bench);
  };

  const gapCount = async (url: string) => {
    const { coverage } = (await get(url, '/backfill/klines/report')).json() as unknown as {
      coverage: { market: string; timeframe: string; gap_count: number }[];
    };
    return coverage.find(({ market, timeframe }) => market === 'perp' && timeframe === '1m')!.gap_count;
  };

  const outages: [string, (proxy: TcpProxy) => Promise<() => Promise<void>>][] = [
    [
      'stops answering',
      async (proxy) => {
        proxy.blackhole(true);
        return async () => {
          proxy.blackhole(false);
          proxy.reset();
        };
      },
    ],
    [
      'is stopped',
      async () => {
        await postgres.kill();
        return async () => await postgres.start();
      },
    ],
  ];

  it.each(outages)(
    'a database that %s costs no bar: the outage is repaired and the report shows no gap',
    async (_, breakIt) => {
      const proxy = await tcpProxy({ port: bench.database.port });
      const url = new URL(bench.environment()['DATABASE_URL']!);
      url.port = String(proxy.port);
      const service = await bench.start({ DATABASE_URL: url.href });
      await live();
      const endOutage = await breakIt(proxy);
      for (let i = 0; i < 3; i++) closeMinute(bench.sim);
      await eventually(async () =>
        expect((await get(service.url, '/metrics')).text).toMatch(/code="DATA_INGEST_WRITE_FAILED"\} [1-9]/),
      );
      await endOutage();
      closeMinute(bench.sim);
      await caughtUp(bench);
      await eventually(async () => expect(await gapCount(service.url)).toBe(0));
      await service.close();
      await proxy.close();
    },
  );

  it('a bus that goes away stops no write, is counted, and gets every bar after it came back', async () => {
    const service = await bench.start();
    await live();
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
    });
    await service.close();
  });

  it.each([
    ['throttles', 429, 'rate_limit'],
    ['bans', 418, 'ban'],
  ] as const)(
    'an exchange that %s (%i) is left alone for as long as it says, then the gap is filled',
    async (_, status, kind) => {
      const service = await bench.start();
      await live();
      const sinceSeq = bench.sim.admin.ledger({ limit: 1_000_000 }).at(-1)?.seq ?? 0;
      bench.sim.admin.addFault({ kind, path: '/fapi/v1/klines', durationMs: QUIET_MS, count: 1 });
      bench.sim.admin.disconnect();
      bench.sim.admin.changeClock({ advanceMs: 4 * MINUTE_MS });
      await caughtUp(bench);
      const requests = bench.sim.admin
        .ledger({ sinceSeq, kinds: ['request'] })
        .map(({ wallMs, data }) => ({ wallMs, ...(data as { path: string; answered: { status: number } }) }))
        .filter(({ path }) => path.startsWith('/fapi/'));
      const refusal = requests.findIndex(({ answered }) => answered.status === status);
      expect(refusal).toBeGreaterThanOrEqual(0);
      const next = requests.slice(refusal + 1).find(({ path }) => path === '/fapi/v1/klines');
      expect(next!.wallMs - requests[refusal]!.wallMs).toBeGreaterThanOrEqual(QUIET_MS);
      await service.close();
    },
  );

  it('a restart of ingest goes on where the table ends', async () => {
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
