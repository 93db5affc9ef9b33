/** All five services as processes on one database and one bus, each with a probe in its event loop. */
import type { ServiceName } from '@platform/contracts';
import { migrate, ROLES, type RoleName, setRolePasswords } from '@platform/db';
import { SIM_KEYS, startSim } from '@platform/exchange-sim';
import {
  LOOP_PROBE,
  type RoleMatrix,
  type SpawnedService,
  spawnService,
  startPostgres,
  startTestNats,
  TEST_PASSWORD,
  tryRoles,
} from '@platform/testkit';
import pg from 'pg';
import { TOKEN } from './manager-service';

export const BREAK_GLASS_TOKEN = 'break-glass-token-of-the-benchmark-with-256-bits-of-it';

export interface SecurityHarness {
  readonly services: ReadonlyMap<ServiceName, SpawnedService>;
  close(): Promise<void>;
}

/** A database with the roles of the services. */
async function openRoles() {
  const postgres = await startPostgres();
  const adminUrl = postgres.adminUrl('postgres');
  await migrate({ connectionString: adminUrl, log: () => undefined });
  await setRolePasswords(adminUrl, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
  const roleUrl = (role: RoleName) =>
    `postgresql://${role}:${TEST_PASSWORD}@127.0.0.1:${postgres.port}/postgres`;
  return { postgres, adminUrl, roleUrl };
}

export async function tryRolesOnce(): Promise<RoleMatrix> {
  const { postgres, adminUrl, roleUrl } = await openRoles();
  const clients: pg.Client[] = [];
  try {
    return await tryRoles(async (role) => {
      const client = new pg.Client({ connectionString: role === undefined ? adminUrl : roleUrl(role) });
      clients.push(client);
      await client.connect();
      return client;
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await postgres.dispose();
  }
}

export async function openSecurityHarness(
  wanted: readonly ServiceName[],
  progress: (line: string) => void,
): Promise<SecurityHarness> {
  const [{ postgres, roleUrl }, nats, sim] = await Promise.all([openRoles(), startTestNats(), startSim()]);
  const own: Readonly<Record<ServiceName, Readonly<Record<string, string>>>> = {
    data: {
      DATABASE_URL: roleUrl('platform_data_writer'),
      PLATFORM_DATA_OPERATOR_TOKEN: TOKEN,
      ...Object.fromEntries(['SPOT', 'FUTURES'].map((kind) => [`EXCHANGE_${kind}_REST_URL`, sim.url])),
      EXCHANGE_SPOT_WS_URL: sim.spotWsUrl,
      EXCHANGE_FUTURES_WS_URL: sim.wsUrl,
    },
    risk: { PLATFORM_RISK_DATABASE_URL: roleUrl('platform_risk'), PLATFORM_RISK_OPERATOR_TOKEN: TOKEN },
    manager: {
      PLATFORM_MANAGER__DATABASE_URL: roleUrl('platform_manager'),
      PLATFORM_MANAGER_OPERATOR_TOKEN: TOKEN,
    },
    bot: {
      PLATFORM_BOT_DATABASE_URL: roleUrl('platform_bot'),
      PLATFORM_BOT_ID: '01923456-789a-7000-8000-000000000001',
      PLATFORM_DATA_BASE_URL: 'http://127.0.0.1:1',
      PLATFORM_BOT_STRATEGY: 'manual',
      PLATFORM_BOT_SYMBOL: 'BENCHUSDT',
    },
    executor: {
      PLATFORM_EXECUTOR_DATABASE_URL: roleUrl('platform_executor'),
      PLATFORM_EXECUTOR_OPERATOR_TOKEN: TOKEN,
      PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: BREAK_GLASS_TOKEN,
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
      EXCHANGE_TESTNET_REST_URL: sim.url,
      EXCHANGE_TESTNET_WS_URL: sim.wsUrl,
    },
  };
  const services = new Map<ServiceName, SpawnedService>();
  for (const service of wanted) {
    progress(`starting ${service}`);
    const bind = `PLATFORM_${service.toUpperCase()}_${service === 'manager' ? '_' : ''}BIND_ADDR`;
    const started = await spawnService(service, {
      ...LOOP_PROBE,
      PLATFORM_BUS_NATS_URL: nats.url,
      [bind]: '127.0.0.1:0',
      PLATFORM_BUS_NATS_CREDS: nats.credsFor(service),
      ...own[service],
    });
    services.set(service, started);
  }
  return {
    services,
    close: async () => {
      for (const service of services.values()) await service.end('SIGTERM');
      await sim.close();
      await nats.dispose();
      await postgres.dispose();
    },
  };
}
