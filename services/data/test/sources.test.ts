import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceHealth } from '@platform/contracts';
import { call, get } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './harness';

describe('scheduled sources', () => {
  let bench: Bench;
  const servers: Server[] = [];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(async () => await bench?.close());
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A provider that answers everything alike. */
  const provider = async (status: number, type: string, body: string): Promise<string> => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const health = async (url: string, name: string): Promise<SourceHealth> => {
    const { sources } = (await get(url, '/sources/health')).json() as unknown as { sources: SourceHealth[] };
    return sources.find((source) => source.name === name)!;
  };

  it.each([
    ['HTML', 200, 'text/html', '<html>maintenance</html>'],
    ['empty JSON', 200, 'application/json', '{}'],
    [
      'a value that is no number',
      200,
      'application/json',
      '{"data":[{"value":"NaN","timestamp":"1700000000","value_classification":"Fear"}]}',
    ],
    [
      'a value from the future',
      200,
      'application/json',
      '{"data":[{"value":"50","timestamp":"4000000000","value_classification":"Fear"}]}',
    ],
    ['11 MB', 200, 'application/json', `"${'x'.repeat(11 * 1024 * 1024)}"`],
    ['a server error', 503, 'text/plain', 'busy'],
  ])(
    'a provider that answers %s is a failure that is retried, and leaves no row',
    async (_, status, type, body) => {
      const service = await bench.start({ PLATFORM_DATA_FEAR_GREED_URL: await provider(status, type, body) });
      try {
        await eventually(async () =>
          expect(await health(service.url, 'fear_greed')).toMatchObject({
            consecutive_failures: expect.any(Number),
            last_error: expect.stringMatching(/./),
          }),
        );
        const { rows } = await bench.sql.query('SELECT count(*)::int AS count FROM market.fear_greed');
        expect(rows[0].count).toBe(0);
      } finally {
        await service.close();
      }
    },
  );

  it('a refusal that retrying cannot fix quarantines the source until it is returned', async () => {
    const service = await bench.start({ PLATFORM_DATA_FRED_API_KEY: 'not-the-key-of-this-provider-123' });
    const { url } = service;
    await eventually(async () => expect(await health(url, 'macro')).toMatchObject({ status: 'quarantined' }));
    expect((await get(url, '/readyz')).json()['checks']).toContainEqual(
      expect.objectContaining({
        name: 'sources',
        ok: false,
        detail: expect.stringContaining('macro is quarantined'),
      }),
    );
    await service.close();

    // It outlives a restart, and comes back by command: over HTTP and from the table.
    const restarted = await bench.start();
    expect(await health(restarted.url, 'macro')).toMatchObject({ status: 'quarantined' });
    const route = { method: 'POST', path: '/sources/macro/unquarantine' } as const;
    expect((await call(restarted.url, route)).status).toBe(401);
    const token = { 'x-operator-token': 'operator-token-of-the-test-with-256-bits-of-it' };
    expect(
      (await call(restarted.url, { ...route, path: '/sources/nothing/unquarantine' }, token)).status,
    ).toBe(404);
    const answer = await call(restarted.url, route, token);
    expect([answer.status, answer.json()]).toEqual([200, { status: 'unquarantined', name: 'macro' }]);
    await eventually(async () =>
      expect(await health(restarted.url, 'macro')).toMatchObject({ status: 'healthy' }),
    );
    await restarted.close();
  });

  it('a command in the table returns a source, and an unknown one is only reported', async () => {
    await bench.sql.query(
      `UPDATE market.source_state SET status = 'quarantined', quarantined_at = now() WHERE source = 'fear_greed'`,
    );
    const service = await bench.start();
    expect(await health(service.url, 'fear_greed')).toMatchObject({ status: 'quarantined' });
    await bench.sql.query(
      `INSERT INTO ops.source_commands (kind, source, issued_by) VALUES ('unquarantine', 'nothing', 'test'), ('unquarantine', 'fear_greed', 'test')`,
    );
    await eventually(async () =>
      expect(await health(service.url, 'fear_greed')).toMatchObject({ status: 'healthy' }),
    );
    expect((await get(service.url, '/metrics')).text).toMatch(
      /platform_errors_total\{code="DATA_SUBSCRIBER_FAILED"\} 1/,
    );
    await service.close();
  });

  it('every source succeeds against a sound provider', async () => {
    const service = await bench.start();
    for (const name of [
      'funding',
      'open_interest',
      'long_short_ratio',
      'fear_greed',
      'stablecoin_supply',
      'gex',
      'macro',
    ]) {
      await eventually(async () =>
        expect(await health(service.url, name)).toMatchObject({ name, status: 'healthy' }),
      );
    }
    const { rows } = await bench.sql.query(
      `SELECT underlying, flip_price, jsonb_array_length(strikes) AS strikes FROM market.gex_snapshots WHERE underlying = 'BTC'`,
    );
    expect(rows[0].strikes).toBeGreaterThan(10);
    await service.close();
  });

  it('the supply ratio of stablecoins is there as soon as a bitcoin has a price', async () => {
    const { rows: days } = await bench.sql.query<{ ts: string; supply_usd: number }>(
      `SELECT ts, supply_usd FROM market.stablecoin_supply WHERE supply_ratio IS NULL ORDER BY ts DESC LIMIT 1`,
    );
    const day = days[0]!;
    await bench.sql.query(
      `INSERT INTO market.klines (market, symbol, timeframe, open_time, open, high, low, close, volume, quote_volume, trades, taker_buy_volume)
       VALUES ('spot', 'BTCUSDT', '1d', $1, 90000, 90000, 90000, 90000, 1, 90000, 1, 1)`,
      [Number(day.ts) - 86_400_000],
    );
    const service = await bench.start();
    const ratio = await eventually(async () => {
      const { rows } = await bench.sql.query<{ supply_ratio: number | null }>(
        'SELECT supply_ratio FROM market.stablecoin_supply WHERE ts = $1',
        [day.ts],
      );
      return rows[0]?.supply_ratio ?? false;
    });
    // There are about 20 million of them.
    expect((ratio * day.supply_usd) / 90_000 / 20e6).toBeCloseTo(1, 1);
    await service.close();
  });

  it('a key that can withdraw aborts the start', async () => {
    await expect(
      bench.start({
        PLATFORM_DATA_EXCHANGE_API_KEY: 'simulated-withdrawing-key',
        PLATFORM_DATA_EXCHANGE_API_SECRET: 'simulated-withdrawing-key-secret',
      }),
    ).rejects.toThrow(/can withdraw/);
  });

  it('a key on the testnet aborts the start: its permissions cannot be read, and nothing needs it', async () => {
    await expect(
      bench.start({
        PLATFORM_DATA_EXCHANGE_NETWORK: 'testnet',
        PLATFORM_DATA_EXCHANGE_API_KEY: 'simulated-withdrawing-key',
        PLATFORM_DATA_EXCHANGE_API_SECRET: 'simulated-withdrawing-key-secret',
      }),
    ).rejects.toThrow(/testnet does not tell what a key may do/);
  });
});
