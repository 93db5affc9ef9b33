/**
 * Everything one seed runs on: a fresh database, venue and account, the links that can fail, and the executor
 * behind them.
 */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntervalHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderIntent } from '@platform/contracts';
import { DEFAULT_LIMITS, type RunningSim, startSim } from '@platform/exchange-sim';
import { connectionUrl } from '@platform/stack';
import { type TcpProxy, TEST_PASSWORD, type TestDatabase, tcpProxy } from '@platform/testkit';
import { databaseHistory } from '../history/database';
import type { Bounds, DatabaseHistory, ProcessEvent } from '../history/history';
import type { Schedule } from '../schedule/actions';
import { ExecutorProcess } from './executor-process';
import { IntentNotifier } from './intent-notifier';
import { NETWORK_CAP_USD } from './observe';
import type { Servers } from './servers';
import { Sql } from './sql';
import { sqlRows } from './sql-rows';
import type { Rows, World, WorldTime } from './world';

/** Secrets that must turn up nowhere. */
const CANARIES = {
  apiKey: 'canary-api-key-5e1f0a',
  apiSecret: 'canary-api-secret-93b7c2',
  operatorToken: 'canary-operator-token-0d4e8f-with-256-bits-of-it',
  breakGlassToken: 'canary-break-glass-token-77aa31-with-256-bits-of-it',
} as const;

export interface StageOptions {
  readonly servers: Servers;
  readonly schedule: Schedule;
  readonly bundle: string;
  readonly logDirectory: string;
  /** Since the seed began. */
  readonly stalls: IntervalHistogram;
}

/** The spec's bounds, and what a machine may add to each at its best; how much busier it was is measured. */
const BOUNDS: Readonly<Record<keyof Bounds, readonly [specMs: number, machineMs: number]>> = {
  haltToSilenceMs: [7_000, 500],
  latchFreshMs: [10_000, 1_000],
  reconciledSeenMs: [0, 1_000],
  uncoveredMs: [5_000, 1_000],
  databaseBackMs: [20_000, 1_500],
  flattenBegunMs: [15_000, 1_500],
  drainMs: [30_000, 1_000],
  tripMs: [2_000, 1_000],
};

/** A stall that this process saw hit the executor as well, in several steps of one reaction. */
const STALLS_PER_REACTION = 4;

const MACHINE: WorldTime = { nowMs: () => Date.now(), sleep: async (ms) => void (await sleep(ms)) };

export class Stage implements World {
  readonly time = MACHINE;
  readonly second: ProcessEvent[] = [];

  private constructor(
    private readonly servers: Servers,
    readonly schedule: Schedule,
    private readonly database: TestDatabase,
    private readonly sql: Sql,
    private readonly sim: RunningSim,
    readonly links: { readonly postgres: TcpProxy; readonly nats: TcpProxy; readonly venue: TcpProxy },
    readonly executor: ExecutorProcess,
    private readonly rival: () => ExecutorProcess,
    private readonly logFile: string,
    private readonly notifier: IntentNotifier,
    private readonly stalls: IntervalHistogram,
  ) {}

  get rows(): Rows {
    return sqlRows(this.sql);
  }

  get admin() {
    return this.sim.admin;
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { servers, schedule, bundle, logDirectory, stalls } = options;
    mkdirSync(logDirectory, { recursive: true });
    const database = await servers.database();
    const sql = new Sql(database.adminUrl);
    const sim = await startSim({
      seed: schedule.seed,
      hedgeMode: true,
      symbols: [...new Set([...schedule.bots, ...schedule.liveBots].map(({ symbol }) => symbol))],
      keys: [
        {
          key: CANARIES.apiKey,
          secret: CANARIES.apiSecret,
          account: 'main',
          canTrade: true,
          canWithdraw: false,
        },
      ],
      limits: { ...DEFAULT_LIMITS, weightPerMinute: DEFAULT_LIMITS.weightPerMinute * 2 },
    });
    const links = {
      postgres: await tcpProxy({ port: servers.postgres.port }),
      nats: await tcpProxy({ port: servers.nats.port }),
      venue: await tcpProxy({ port: Number(new URL(sim.url).port) }),
    };
    const logFile = join(logDirectory, 'executor.log');
    const ports = { postgres: links.postgres.port, nats: links.nats.port, venue: links.venue.port };
    const environment = environmentOf(schedule, ports, database.name, servers.nats.credsFor('executor'));
    const executor = new ExecutorProcess(bundle, environment, logFile, CANARIES);
    const rival = () => new ExecutorProcess(bundle, environment, join(logDirectory, 'second.log'), CANARIES);
    const notifier = new IntentNotifier(servers.nats);
    await notifier.open();
    return new Stage(
      servers,
      schedule,
      database,
      sql,
      sim,
      links,
      executor,
      rival,
      logFile,
      notifier,
      stalls,
    );
  }

  async restartPostgres(): Promise<void> {
    const { postgres } = this.servers;
    await postgres.kill();
    await persist(() => postgres.start());
  }

  stopNats(isWiped: boolean): Promise<void> {
    return isWiped ? this.servers.nats.wipe() : this.servers.nats.kill();
  }

  startNats(): Promise<void> {
    return this.servers.nats.start();
  }

  ring(intent: OrderIntent): void {
    this.notifier.notify(intent);
  }

  async priceOf(symbol: string, withinMs: number): Promise<number | undefined> {
    try {
      const response = await fetch(`${this.sim.url}/fapi/v1/premiumIndex?symbol=${symbol}`, {
        signal: AbortSignal.timeout(withinMs),
      });
      const { markPrice } = (await response.json()) as { markPrice?: string };
      return markPrice === undefined ? undefined : Number(markPrice);
    } catch {
      return undefined;
    }
  }

  databaseHistory(): Promise<DatabaseHistory> {
    return databaseHistory(this.sql);
  }

  bounds(): Bounds {
    const stalledMs = (this.stalls.max / 1e6) * STALLS_PER_REACTION;
    const entries = Object.entries(BOUNDS).map(([name, [specMs, machineMs]]) => [
      name,
      specMs + machineMs + stalledMs,
    ]);
    return Object.fromEntries(entries) as unknown as Bounds;
  }

  async leaks(): Promise<string[]> {
    const log = await readFile(this.logFile, 'utf8');
    const found = Object.entries(CANARIES)
      .filter(([, secret]) => log.includes(secret))
      .map(([name]) => `the log contains the ${name}`);
    const tables = await this.sql.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('trading', 'risk', 'ops')`,
    );
    for (const { name } of tables) {
      const [row] = await this.sql.rows<{ leaky: boolean }>(
        `SELECT EXISTS (SELECT FROM ${name} t WHERE t::text LIKE ANY($1)) AS leaky`,
        [Object.values(CANARIES).map((secret) => `%${secret}%`)],
      );
      if (row!.leaky) found.push(`the table ${name} contains a secret`);
    }
    return found;
  }

  async withSecondExecutor(meanwhile: () => Promise<void>): Promise<void> {
    const second = this.rival();
    second.advance(this.executor.aheadMs);
    second.start();
    await meanwhile();
    await second.close();
    this.second.push(...second.events);
  }

  async close(): Promise<void> {
    await this.executor.close();
    await this.notifier.close();
    await this.sql.close();
    await this.sim.close();
    await Promise.all(Object.values(this.links).map((link) => link.close()));
    await this.database.drop();
  }
}

/** The processes of a killed server end a moment later than it does. */
async function persist(work: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempts === 100) throw error;
      await sleep(100);
    }
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
