/**
 * Servers for the data benchmarks, with their state in a directory of their own: real PostgreSQL, real NATS,
 * durable as in production.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KlineColumns } from '@platform/columns';
import { KlineColumns as Columns } from '@platform/columns';
import { MINUTE_MS } from '@platform/core';
import { PostgresBars } from '@platform/data';
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import { dayIndex, generateHistory, symbolSpec } from '@platform/exchange-sim';
import { startPostgres, startTestNats, TEST_PASSWORD } from '@platform/testkit';
import pg from 'pg';

export interface DataBench {
  readonly directory: string;
  readonly pool: pg.Pool;
  readonly store: PostgresBars;
  readonly databaseUrl: string;
  readonly adminUrl: string;
  readonly nats: Awaited<ReturnType<typeof startTestNats>>;
  close(): Promise<void>;
}

export async function openDataBench(): Promise<DataBench> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-bench-data-'));
  const [postgres, nats] = await Promise.all([startPostgres({ durable: true }), startTestNats()]);
  const admin = postgres.adminUrl('postgres');
  await migrate({ connectionString: admin, log: () => undefined });
  await setRolePasswords(admin, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
  const databaseUrl = `postgresql://platform_data_writer:${TEST_PASSWORD}@127.0.0.1:${postgres.port}/postgres`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 14, statement_timeout: 120_000 });
  pool.on('error', () => undefined);
  return {
    directory,
    pool,
    store: new PostgresBars({ pool }),
    databaseUrl,
    adminUrl: admin,
    nats,
    close: async () => {
      await pool.end();
      await nats.dispose();
      await postgres.dispose();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Days of simulated minutes, as columns. */
export function generatedMinutes(symbol: string, firstDayMs: number, days: number): KlineColumns {
  const spec = symbolSpec(symbol);
  const columns = new Columns(days * 1440);
  let dayMs = firstDayMs;
  generateHistory(1, [spec], dayIndex(firstDayMs), days, (_spec, _day, bars) => {
    for (let i = 0; i < 1440; i++) {
      columns.append({
        open_time: dayMs + i * MINUTE_MS,
        open: bars.open[i]!,
        high: bars.high[i]!,
        low: bars.low[i]!,
        close: bars.close[i]!,
        volume: bars.volume[i]!,
        quote_volume: bars.volume[i]! * bars.close[i]!,
        trades: 20 + (i % 900),
        taker_buy_volume: bars.takerBuyVolume[i]!,
      });
    }
    dayMs += 1440 * MINUTE_MS;
  });
  return columns;
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}
