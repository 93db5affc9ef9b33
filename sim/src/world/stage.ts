/** Everything one seed runs on: a fresh database, venue and account, the links that can fail, and the executor behind them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type RunningSim, startSim } from '@platform/exchange-sim';
import { connectionUrl } from '@platform/stack';
import { type TcpProxy, TEST_PASSWORD, type TestDatabase, tcpProxy } from '@platform/testkit';
import type { Schedule } from '../schedule/actions';
import { ExecutorProcess } from './executor-process';
import type { Servers } from './servers';
import { Sql } from './sql';

export const NETWORK_CAP_USD = 2_000;

/** Secrets that must turn up nowhere. */
export const CANARIES = {
  apiKey: 'canary-api-key-5e1f0a',
  apiSecret: 'canary-api-secret-93b7c2',
  operatorToken: 'canary-operator-token-0d4e8f-with-256-bits-of-it',
  breakGlassToken: 'canary-break-glass-token-77aa31-with-256-bits-of-it',
} as const;

export interface StageOptions {
  readonly servers: Servers;
  readonly schedule: Schedule;
  readonly bundle: string;
  /** Run against the fresh database before anything starts. */
  readonly databaseSetup: readonly string[];
  readonly timeFactor: number;
  readonly logDirectory: string;
}

export class Stage {
  private constructor(
    readonly servers: Servers,
    readonly schedule: Schedule,
    readonly database: TestDatabase,
    readonly sql: Sql,
    readonly sim: RunningSim,
    readonly links: { readonly postgres: TcpProxy; readonly nats: TcpProxy; readonly venue: TcpProxy },
    readonly executor: ExecutorProcess,
    private readonly second: () => ExecutorProcess,
    readonly logFile: string,
  ) {}

  static async open(options: StageOptions): Promise<Stage> {
    const { servers, schedule, bundle, databaseSetup, timeFactor, logDirectory } = options;
    mkdirSync(logDirectory, { recursive: true });
    const database = await servers.database();
    const sql = new Sql(database.adminUrl);
    for (const statement of databaseSetup) await sql.rows(statement);
    const sim = await startSim({
      seed: schedule.seed,
      hedgeMode: true,
      symbols: [...new Set(schedule.bots.map(({ symbol }) => symbol))],
      keys: [
        {
          key: CANARIES.apiKey,
          secret: CANARIES.apiSecret,
          account: 'main',
          canTrade: true,
          canWithdraw: false,
        },
      ],
      limits: { ...DEFAULT_LIMITS, weightPerMinute: DEFAULT_LIMITS.weightPerMinute * timeFactor * 2 },
    });
    const links = {
      postgres: await tcpProxy({ port: servers.postgres.port }),
      nats: await tcpProxy({ port: servers.nats.port }),
      venue: await tcpProxy({ port: Number(new URL(sim.url).port) }),
    };
    const logFile = join(logDirectory, 'executor.log');
    const ports = { postgres: links.postgres.port, nats: links.nats.port, venue: links.venue.port };
    const environment = environmentOf(schedule, ports, database.name, servers.nats.credsFor('executor'));
    const executor = new ExecutorProcess(bundle, environment, logFile);
    const second = () => new ExecutorProcess(bundle, environment, join(logDirectory, 'second.log'));
    return new Stage(servers, schedule, database, sql, sim, links, executor, second, logFile);
  }

  /** Both believe that the account is theirs; the lock decides. */
  async withSecondExecutor(meanwhile: () => Promise<void>): Promise<void> {
    const second = this.second();
    second.advance(this.executor.aheadMs);
    second.start();
    await meanwhile();
    await second.close();
  }

  async close(): Promise<void> {
    await this.executor.close();
    await this.sql.close();
    await this.sim.close();
    await Promise.all(Object.values(this.links).map((link) => link.close()));
    await this.database.drop();
  }
}

function environmentOf(
  { caps }: Schedule,
  ports: { readonly postgres: number; readonly nats: number; readonly venue: number },
  database: string,
  credsFile: string,
): Record<string, string> {
  const optional = (name: string, usd: number | null) => (usd === null ? {} : { [name]: String(usd) });
  return {
    PLATFORM_EXECUTOR_DATABASE_URL: connectionUrl({
      port: ports.postgres,
      user: 'platform_executor',
      password: TEST_PASSWORD,
      database,
    }),
    PLATFORM_EXECUTOR_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_EXECUTOR_LOG_LEVEL: 'info',
    PLATFORM_EXECUTOR_OPERATOR_TOKEN: CANARIES.operatorToken,
    PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: CANARIES.breakGlassToken,
    PLATFORM_BUS_NATS_URL: `nats://127.0.0.1:${ports.nats}`,
    PLATFORM_BUS_NATS_CREDS: credsFile,
    EXCHANGE_TESTNET_API_KEY: CANARIES.apiKey,
    EXCHANGE_TESTNET_API_SECRET: CANARIES.apiSecret,
    EXCHANGE_TESTNET_REST_URL: `http://127.0.0.1:${ports.venue}`,
    EXCHANGE_TESTNET_WS_URL: `ws://127.0.0.1:${ports.venue}`,
    PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_TESTNET: String(NETWORK_CAP_USD),
    ...optional('PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PER_ORDER', caps.perOrderUsd),
    ...optional('PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT', caps.perBotDailyUsd),
    ...optional('PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_GLOBAL', caps.globalDailyUsd),
  };
}
