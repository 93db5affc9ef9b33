/** A running risk service on its own database and bus, and the rows that make its breakers see something. */
import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { createTestDatabase, type NatsServer, startTestNats, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import { loadRiskConfig } from '../src/config';
import { run } from '../src/run';

const TOKEN = 'operator-token-of-the-test-with-256-bits-of-it';

type Row = Readonly<Record<string, unknown>>;
type Answer = { status: number; body: ErrorBody & Record<string, unknown> };

export class RiskFixture {
  private readonly services: ServiceHandle[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly nats: NatsServer,
    readonly owner: pg.Client,
  ) {}

  static async open(): Promise<RiskFixture> {
    const [database, nats] = await Promise.all([createTestDatabase(), startTestNats()]);
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    return new RiskFixture(database, nats, owner);
  }

  async startService(databaseUrl = this.database.urlFor('platform_risk')): Promise<ServiceHandle> {
    const config = loadRiskConfig(this.environment(databaseUrl));
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const service = await run(config.value);
    this.services.push(service);
    return service;
  }

  environment(databaseUrl = this.database.urlFor('platform_risk')): Record<string, string> {
    return {
      PLATFORM_RISK_DATABASE_URL: databaseUrl,
      PLATFORM_RISK_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_RISK_LOG_LEVEL: 'fatal',
      PLATFORM_RISK_OPERATOR_TOKEN: TOKEN,
      PLATFORM_BUS_NATS_URL: this.nats.url,
      PLATFORM_BUS_NATS_CREDS: this.nats.credsFor('risk'),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.owner.end();
    await this.nats.dispose();
    await this.database.drop();
  }

  async insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    await this.owner.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }

  async rows<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(sql, values)).rows;
  }

  async isHalted(): Promise<boolean> {
    return (await this.rows<{ halted: boolean }>('SELECT halted FROM risk.risk_state'))[0]!.halted;
  }

  /** A bot that should run. */
  async addBot(overrides: Row = {}): Promise<string> {
    const id = newId();
    await this.insert('trading.bot_configs', {
      id,
      bot_name: `bot ${id}`,
      strategy: 'supertrend',
      symbol: 'BTCUSDT',
      timeframe: '1h',
      network: 'testnet',
      sizing_mode: 'fixed',
      sizing_value: '1',
      image_tag: 'v1',
      desired_state: 'running',
      status: 'live',
      ...overrides,
    });
    return id;
  }

  async addPosition(botId: string | null, overrides: Row = {}): Promise<void> {
    const row = {
      network: 'testnet',
      symbol: 'BTCUSDT',
      bot_id: botId,
      qty: '1',
      entry_price: '100',
      ...overrides,
    };
    await this.insert('trading.positions', row);
  }

  /** As the executor does every minute; each call is a reading of its own. */
  async readWallet(walletUsd: number | null, unrealisedUsd: number | null = 0): Promise<void> {
    await this.owner.query(
      `INSERT INTO trading.accounts AS known (network, position_mode, wallet_usd, unrealised_pnl_usd)
       VALUES ('testnet', 'hedge', $1, $2)
       ON CONFLICT (network) DO UPDATE SET wallet_usd = excluded.wallet_usd,
         unrealised_pnl_usd = excluded.unrealised_pnl_usd, read_at = known.read_at + interval '1 minute'`,
      [walletUsd, unrealisedUsd],
    );
  }

  /** A live run; each further equity moves the bot's account. */
  async addRun(botId: string, initialEquity: number): Promise<string> {
    const id = randomUUID();
    await this.insert('trading.runs', {
      id,
      kind: 'live',
      status: 'running',
      bot_id: botId,
      network: 'testnet',
      strategy: 'supertrend',
      symbol: 'BTCUSDT',
      timeframe: '1h',
      initial_equity: initialEquity,
    });
    return id;
  }

  async addEquity(runId: string, equity: number): Promise<void> {
    await this.owner.query(
      `INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct)
       SELECT $1, 1 + coalesce(max(ts), floor(extract(epoch FROM now()) * 1000)::bigint), $2, 0
       FROM trading.equity_points WHERE run_id = $1`,
      [runId, equity],
    );
  }
}

export async function post(
  service: ServiceHandle,
  path: string,
  body?: unknown,
  method = 'POST',
): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      'x-operator-token': TOKEN,
      'x-actor': 'alice',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

export async function read<T>(service: ServiceHandle, path: string): Promise<T> {
  return (await (await fetch(`${service.url}${path}`)).json()) as T;
}
