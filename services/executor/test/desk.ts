/**
 * A whole executor on its own database, bus and simulated venue, and the hands of a bot, a risk service and
 * an operator around it.
 */
import { randomUUID } from 'node:crypto';
import {
  DEFAULT_LIMITS,
  type LedgerEntry,
  type RunningSim,
  SIM_KEYS,
  type SimOptions,
  startSim,
} from '@platform/exchange-sim';
import { newId, type ServiceHandle } from '@platform/service-kit';
import {
  createTestDatabase,
  eventually,
  type NatsServer,
  startTestNats,
  type TestDatabase,
} from '@platform/testkit';
import pg from 'pg';
import { loadExecutorConfig } from '../src/config';
import { run } from '../src/run';
import { TIMING, type Timing } from '../src/timing';

export const SYMBOL = 'BTCUSDT';
/** For tests that share an executor: one symbol each. */
const SPARE_SYMBOLS = Array.from({ length: 24 }, (_, index) => `SPARE${index}USDT`);
/** What is waited for in tests, an order of magnitude shorter than in earnest. */
export const FAST_TIMING: Partial<Timing> = {
  requestMs: 1_000,
  muteStreamMs: 1_000,
  absenceMs: 2_500,
  settlingMs: 2_500,
  stuckTriggerMs: 1_500,
  tickMs: 400,
  searchEveryMs: 2_000,
  markEveryMs: 250,
};
const TOKEN = 'operator-token-of-the-test-with-256-bits-of-it';
export const BREAK_GLASS_TOKEN = 'break-glass-token-of-the-test-with-256-bits-of-it';

type Row = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

export class ExecutorDesk {
  private readonly services: ServiceHandle[] = [];
  private readonly leases = new Map<string, number>();
  private readonly spare = [...SPARE_SYMBOLS];

  private constructor(
    readonly database: TestDatabase,
    readonly nats: NatsServer,
    readonly sim: RunningSim,
    readonly owner: pg.Client,
  ) {}

  static async open(options: Partial<SimOptions> = {}): Promise<ExecutorDesk> {
    const [database, nats, sim] = await Promise.all([
      createTestDatabase(),
      startTestNats(),
      startSim({
        limits: { ...DEFAULT_LIMITS, weightPerMinute: 1_000_000 },
        symbols: [SYMBOL, 'ETHUSDT', 'SOLUSDT', ...SPARE_SYMBOLS],
        hedgeMode: true,
        ...options,
      }),
    ]);
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    return new ExecutorDesk(database, nats, sim, owner);
  }

  environment(overrides: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PLATFORM_EXECUTOR_DATABASE_URL: this.database.urlFor('platform_executor'),
      PLATFORM_EXECUTOR_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_EXECUTOR_LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
      PLATFORM_EXECUTOR_OPERATOR_TOKEN: TOKEN,
      PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: BREAK_GLASS_TOKEN,
      PLATFORM_BUS_NATS_URL: this.nats.url,
      PLATFORM_BUS_NATS_CREDS: this.nats.credsFor('executor'),
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
      EXCHANGE_TESTNET_REST_URL: this.sim.url,
      EXCHANGE_TESTNET_WS_URL: this.sim.wsUrl,
      ...overrides,
    };
  }

  async start(
    overrides: Readonly<Record<string, string>> = {},
    timing: Partial<Timing> = {},
  ): Promise<ServiceHandle> {
    const config = loadExecutorConfig(this.environment(overrides));
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const service = await run(config.value, { ...TIMING, ...timing });
    this.services.push(service);
    return service;
  }

  async startReady(
    overrides: Readonly<Record<string, string>> = {},
    timing: Partial<Timing> = {},
  ): Promise<ServiceHandle> {
    const service = await this.start(overrides, timing);
    await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200);
    return service;
  }

  async stop(service: ServiceHandle): Promise<void> {
    this.services.splice(this.services.indexOf(service), 1);
    const faults = await service.close();
    if (faults.length > 0)
      throw new Error(JSON.stringify(faults.map(({ step, error }) => `${step}: ${error}`)));
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.owner.end();
    await this.sim.close();
    await this.nats.dispose();
    await this.database.drop();
  }

  async rows<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(sql, values)).rows;
  }

  async insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    await this.owner.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }

  // ---- a bot ----

  /** With a symbol of its own. */
  loneBot(): Promise<Bot> {
    return this.addBot('supertrend', this.spare.shift()!);
  }

  /** About 500 USD of the symbol. */
  async quantity(symbol: string): Promise<string> {
    const response = await fetch(`${this.sim.url}/fapi/v1/exchangeInfo`);
    const info = (await response.json()) as { symbols: { symbol: string; quantityPrecision: number }[] };
    const { quantityPrecision } = info.symbols.find((listed) => listed.symbol === symbol)!;
    return (500 / (await this.markPrice(symbol))).toFixed(quantityPrecision);
  }

  /** Booked and at the exchange alike. */
  async isAtRest(symbol: string, quantity: number): Promise<boolean> {
    const [booked] = await this.rows<{ qty: string }>(
      'SELECT coalesce(sum(qty), 0)::text AS qty FROM trading.positions WHERE symbol = $1',
      [symbol],
    );
    const isIt = (held: number) => Math.abs(held - quantity) < 1e-9;
    return isIt(this.exchangePosition(symbol)) && isIt(Number(booked!.qty));
  }

  async errorCount(service: ServiceHandle, code: string): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      new RegExp(`^platform_errors_total\\{[^}]*code="${code}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
  }

  /** A bot with the lease of its strategy on the symbol. */
  async addBot(strategy = 'supertrend', symbol = SYMBOL): Promise<Bot> {
    const botId = newId();
    const key = this.leases.size * 2;
    this.leases.set(`${symbol}:${strategy}`, key);
    await this.insert('trading.bot_leases', {
      symbol,
      strategy,
      lease_key: key,
      fence: 1,
      bot_id: botId,
      holder_id: randomUUID(),
      expires_at: '2100-01-01',
    });
    return { botId, strategy, symbol };
  }

  /** Gives the bot a row as the manager would. */
  async configure(bot: Bot, params: object = {}): Promise<void> {
    await this.insert('trading.bot_configs', {
      id: bot.botId,
      bot_name: bot.botId,
      strategy: bot.strategy,
      symbol: bot.symbol,
      timeframe: '1h',
      network: 'testnet',
      sizing_mode: 'fixed',
      sizing_value: 1,
      image_tag: 'v1',
      desired_state: 'running',
      params: JSON.stringify(params),
    });
  }

  /** Resolves when the run has been marked once more. */
  async marked(runId: string): Promise<void> {
    const count = async () =>
      (await this.rows('SELECT FROM trading.equity_points WHERE run_id = $1', [runId])).length;
    const before = await count();
    await eventually(async () => (await count()) > before);
  }

  async intend(bot: Bot, wish: Partial<Wish> & Pick<Wish, 'side'>): Promise<string> {
    const intentId = randomUUID();
    const mark = await this.markPrice(bot.symbol);
    const isLong = wish.side !== 'short';
    const stop = wish.side === 'flat' ? null : (mark * (isLong ? 0.9 : 1.1)).toFixed(2);
    await this.insert('trading.order_intents', {
      intent_id: intentId,
      bot_id: bot.botId,
      strategy: bot.strategy,
      symbol: bot.symbol,
      timeframe: '1h',
      network: 'testnet',
      side: wish.side,
      qty: wish.side === 'flat' ? '0' : (wish.qty ?? '0.01'),
      sl: wish.sl === undefined ? stop : wish.sl,
      tp: wish.tp ?? null,
      fence: wish.fence ?? 1,
      trace_id: intentId,
      ...(wish.network === undefined ? {} : { network: wish.network }),
    });
    return intentId;
  }

  async outcome(intentId: string): Promise<{ outcome: string; outcome_reason: string | null }> {
    return eventually(async () => {
      const [row] = await this.rows<{ outcome: string | null; outcome_reason: string | null }>(
        'SELECT outcome, outcome_reason FROM trading.order_intents WHERE intent_id = $1',
        [intentId],
      );
      if (row?.outcome == null) throw new Error(`intent ${intentId} is undecided`);
      return { outcome: row.outcome, outcome_reason: row.outcome_reason };
    });
  }

  // ---- the risk service ----

  async setLatch(halted: boolean): Promise<void> {
    const traceId = randomUUID();
    await this.owner.query('BEGIN');
    await this.owner.query('UPDATE risk.risk_state SET halted = $1, halt_trace_id = $2', [halted, traceId]);
    await this.insert('risk.risk_audit_log', {
      halt_trace_id: traceId,
      action: halted ? 'halt' : 'resume',
      scope: 'all',
      reason: 'a test',
      actor: 'a test',
    });
    await this.owner.query('COMMIT');
  }

  async command(scope: string, botId: string | null = null): Promise<void> {
    await this.insert('trading.bot_commands', {
      kind: 'flatten',
      scope,
      bot_id: botId,
      reason: 'a test',
      issued_by: 'a test',
    });
  }

  // ---- an operator ----

  async post(
    service: ServiceHandle,
    path: string,
    body: unknown,
    token: Record<string, string> = { 'x-operator-token': TOKEN },
  ) {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...token },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  // ---- the exchange, by its ledger ----

  async markPrice(symbol = SYMBOL): Promise<number> {
    const response = await fetch(`${this.sim.url}/fapi/v1/premiumIndex?symbol=${symbol}`);
    return Number(((await response.json()) as { markPrice: string }).markPrice);
  }

  ledger(kind: LedgerEntry['kind']): Data[] {
    return this.sim.admin.ledger({ kinds: [kind], limit: 1_000_000 }).map((entry) => entry.data as Data);
  }

  /** Signed, both sides together, by the last word of the ledger. */
  exchangePosition(symbol = SYMBOL): number {
    const { long, short } = this.exchangeSides(symbol);
    return long + short;
  }

  /** Each signed. */
  exchangeSides(symbol: string): { readonly long: number; readonly short: number } {
    const moves = this.ledger('position').filter((move) => move['symbol'] === symbol);
    const last = (side: string) =>
      Number(moves.findLast((move) => move['positionSide'] === side)?.['amount'] ?? 0);
    return { long: last('LONG'), short: last('SHORT') };
  }

  /** Latest state of each conditional order of the symbol. */
  stops(symbol = SYMBOL): Data[] {
    const latest = new Map(this.ledger('algo').map((algo) => [String(algo['algoId']), algo]));
    return [...latest.values()].filter((algo) => algo['symbol'] === symbol);
  }

  liveStops(symbol = SYMBOL): Data[] {
    return this.stops(symbol).filter((algo) => algo['algoStatus'] === 'NEW');
  }

  /** Orders the exchange took into its book that open, each once. */
  entries(symbol = SYMBOL): Data[] {
    const latest = new Map(this.ledger('order').map((order) => [String(order['orderId']), order]));
    return [...latest.values()].filter(
      (order) =>
        order['symbol'] === symbol && (order['side'] === 'BUY') === (order['positionSide'] === 'LONG'),
    );
  }

  requests(method: string, path: string): Data[] {
    return this.ledger('request').filter(
      (request) => request['method'] === method && request['path'] === path,
    );
  }
}

export interface Bot {
  readonly botId: string;
  readonly strategy: string;
  readonly symbol: string;
}

export interface Wish {
  readonly side: 'long' | 'short' | 'flat';
  readonly qty: string;
  readonly sl: string | null;
  readonly tp: string | null;
  readonly fence: number;
  readonly network: string;
}
