/** A database, a bus, and the risk service that evaluates on them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import { SIM_KEYS, startSim } from '@platform/exchange-sim';
import {
  type SpawnedService,
  spawnService,
  startPostgres,
  startTestNats,
  TEST_PASSWORD,
} from '@platform/testkit';
import pg from 'pg';
import type { BenchResult } from './benchmark';
import { TOKEN } from './manager-service';

export class RiskHarness {
  private constructor(
    readonly risk: SpawnedService,
    private readonly owner: pg.Client,
    private readonly postgres: Awaited<ReturnType<typeof startPostgres>>,
    private readonly nats: Awaited<ReturnType<typeof startTestNats>>,
  ) {}

  static async open(): Promise<RiskHarness> {
    const [postgres, nats] = await Promise.all([startPostgres({ durable: true }), startTestNats()]);
    const adminUrl = postgres.adminUrl('postgres');
    await migrate({ connectionString: adminUrl, log: () => undefined });
    await setRolePasswords(adminUrl, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
    const owner = new pg.Client({ connectionString: adminUrl });
    await owner.connect();
    const risk = await spawnService('risk', {
      PLATFORM_BUS_NATS_URL: nats.url,
      PLATFORM_BUS_NATS_CREDS: nats.credsFor('risk'),
      PLATFORM_RISK_DATABASE_URL: `postgresql://platform_risk:${TEST_PASSWORD}@127.0.0.1:${postgres.port}/postgres`,
      PLATFORM_RISK_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_RISK_OPERATOR_TOKEN: TOKEN,
    });
    return new RiskHarness(risk, owner, postgres, nats);
  }

  /** An executor on a simulated venue, on the same database and bus. */
  async startExecutor(): Promise<{ readonly url: string; end(): Promise<void> }> {
    const sim = await startSim({ symbols: ['BTCUSDT'] });
    const executor = await spawnService('executor', {
      PLATFORM_BUS_NATS_URL: this.nats.url,
      PLATFORM_BUS_NATS_CREDS: this.nats.credsFor('executor'),
      PLATFORM_EXECUTOR_DATABASE_URL: `postgresql://platform_executor:${TEST_PASSWORD}@127.0.0.1:${this.postgres.port}/postgres`,
      PLATFORM_EXECUTOR_BIND_ADDR: '127.0.0.1:0',
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
      EXCHANGE_TESTNET_REST_URL: sim.url,
      EXCHANGE_TESTNET_WS_URL: sim.wsUrl,
    });
    const end = async () => {
      await executor.end('SIGTERM');
      await sim.close();
    };
    return { url: executor.url, end };
  }

  async sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(text, values)).rows;
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.risk.end('SIGTERM');
    await Promise.all([this.postgres.dispose(), this.nats.dispose()]);
  }
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(2);
}

export function milliseconds(name: string, valueMs: number, aimMs?: number): BenchResult {
  const value = Math.round(valueMs * 100) / 100;
  return aimMs === undefined
    ? { name, value, unit: 'ms' }
    : { name, value, unit: 'ms', aim: `<= ${aimMs} ms`, met: value <= aimMs };
}
