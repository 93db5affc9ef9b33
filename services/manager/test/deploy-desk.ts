/**
 * A simulated venue and a real executor for the bots of a deploy world, and what the venue and the database
 * tell of one symbol.
 */
import { join } from 'node:path';
import { DAY_MS } from '@platform/core';
import {
  DEFAULT_LIMITS,
  type LedgerEntry,
  type RunningSim,
  SIM_KEYS,
  startSim,
} from '@platform/exchange-sim';
import {
  databaseHistory,
  ExecutorProcess,
  type History,
  type Interval,
  KEEP_CHANGES,
  type Violation,
  venueHistory,
  violationsOf,
} from '@platform/sim';
import { bundlePath } from '@platform/stack';
import { eventually, type NatsServer, type TestDatabase } from '@platform/testkit';
import type { QueryResultRow } from 'pg';

const TOKENS = {
  operatorToken: 'operator-token-of-the-test-with-256-bits-of-it',
  breakGlassToken: 'break-glass-token-of-the-test-with-256-bits-of-it',
};
/** Every order of these tests is far below it. */
const CAP_USD = 1_000_000;
/**
 * The spec's times and as much again for a busy machine: they distinguish an unprotected position from one
 * that is being protected.
 */
const BOUNDS = {
  haltToSilenceMs: 14_000,
  latchFreshMs: 20_000,
  reconciledSeenMs: 5_000,
  uncoveredMs: 10_000,
  databaseBackMs: 40_000,
  flattenBegunMs: 30_000,
  drainMs: 60_000,
  tripMs: 5_000,
};

/** In which transaction each decision and each intent was written. */
const KEEP_WRITERS = `
CREATE TABLE safety.writers (what text NOT NULL, bot_id uuid NOT NULL, bar bigint NOT NULL, writer xid8 NOT NULL);
CREATE FUNCTION safety.keep_writer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO safety.writers VALUES (TG_ARGV[0], NEW.bot_id, NEW.bar_open_time, pg_current_xact_id());
  RETURN NULL;
END
$$;
CREATE TRIGGER safety_writer AFTER INSERT ON trading.bar_decisions
  FOR EACH ROW EXECUTE FUNCTION safety.keep_writer('decision');
CREATE TRIGGER safety_writer AFTER INSERT ON trading.order_intents
  FOR EACH ROW WHEN (NEW.signal_digest IS NOT NULL) EXECUTE FUNCTION safety.keep_writer('intent');
`;

interface Rows {
  rows<T extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<T[]>;
}

export class DeployDesk {
  private readonly databaseAway: Interval[] = [];

  private constructor(
    private readonly sql: Rows,
    private readonly sim: RunningSim,
    readonly executor: ExecutorProcess,
  ) {}

  static async open(
    sql: Rows,
    { database, nats }: { readonly database: TestDatabase; readonly nats: NatsServer },
    directory: string,
    symbols: readonly string[],
    price: number,
  ): Promise<DeployDesk> {
    await sql.rows(KEEP_CHANGES);
    await sql.rows(KEEP_WRITERS);
    const sim = await startSim({
      symbols,
      hedgeMode: true,
      initialBalance: '100000000',
      // What a symbol pays is not what these tests are about.
      fundingIntervalMs: 100 * DAY_MS,
      limits: { ...DEFAULT_LIMITS, weightPerMinute: 10_000_000 },
    });
    for (const symbol of symbols) {
      sim.admin.changeMarket({ symbol, price });
      sim.admin.changeFilters(symbol, { maxPrice: String(10 * price) });
    }
    const environment = {
      PLATFORM_EXECUTOR_DATABASE_URL: database.urlFor('platform_executor'),
      PLATFORM_EXECUTOR_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_EXECUTOR_LOG_LEVEL: 'info',
      PLATFORM_EXECUTOR_OPERATOR_TOKEN: TOKENS.operatorToken,
      PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: TOKENS.breakGlassToken,
      PLATFORM_BUS_NATS_URL: nats.url,
      PLATFORM_BUS_NATS_CREDS: nats.credsFor('executor'),
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
      EXCHANGE_TESTNET_REST_URL: sim.url,
      EXCHANGE_TESTNET_WS_URL: sim.wsUrl,
      PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_TESTNET: String(CAP_USD),
    };
    const log = join(directory, 'executor.log');
    const executor = new ExecutorProcess(bundlePath('executor'), environment, log, TOKENS);
    executor.start();
    await eventually(() => executor.isReady());
    return new DeployDesk(sql, sim, executor);
  }

  async close(): Promise<void> {
    await this.executor.close();
    await this.sim.close();
  }

  /** What the database did not hear meanwhile is no fault. */
  async withoutDatabase(work: () => Promise<void>): Promise<void> {
    const fromMs = Date.now();
    await work();
    this.databaseAway.push({ fromMs, toMs: Date.now() });
  }

  /** The bot's own holding by the books of the executor. */
  async isOpen(botId: string): Promise<boolean> {
    const rows = await this.sql.rows('SELECT FROM trading.positions WHERE bot_id = $1 AND qty <> 0', [botId]);
    return rows.length > 0;
  }

  /** What the executor's invariants make of everything that happened on the symbol. */
  async violations(symbol: string, botId: string): Promise<Violation[]> {
    return violationsOf(await this.history(symbol, botId));
  }

  /** Of a symbol that one bot alone trades. */
  async history(symbol: string, botId: string): Promise<History> {
    const readiness = (await this.executor.isReady()) ? 'ready' : 'not ready';
    // The ledger first: every request in it must already have its row.
    const ledger = this.sim.admin.ledger({ limit: Number.POSITIVE_INFINITY });
    const venue = venueHistory(ledger.filter((entry) => symbolOf(entry) === symbol));
    const database = await databaseHistory(this.sql);
    const isOn = (row: { readonly symbol: string }) => row.symbol === symbol;
    const nowMs = Date.now();
    return {
      phase: 'rest',
      bounds: BOUNDS,
      caps: { networkUsd: CAP_USD, perOrderUsd: null, perBotDailyUsd: null, globalDailyUsd: null },
      venue,
      database: {
        ...database,
        intents: database.intents.filter(isOn),
        orders: database.orders.filter(isOn),
        orderSteps: database.orderSteps.filter(isOn),
        fences: database.fences.filter(isOn),
        fills: database.fills.filter(isOn),
        positions: database.positions.filter(isOn),
        equities: database.equities.filter((equity) => equity.botId === botId),
      },
      log: {
        process: [...this.executor.events],
        risk: [],
        second: [],
        disturbed: [],
        stopsRefused: [],
        coarse: [],
        hasty: [],
        spinning: [],
        leaks: [],
        drain: null,
        readiness,
        databaseAway: this.databaseAway,
        lostStatements: [],
        latchReads: undefined,
        played: { fromMs: 0, toMs: nowMs },
        takenAtMs: nowMs,
      },
    };
  }

  /** Bars of intents that were not written in the transaction that decided on them. */
  async undecidedIntents(botId: string): Promise<number[]> {
    const rows = await this.sql.rows<{ bar: string }>(
      `SELECT bar FROM safety.writers intent WHERE bot_id = $1 AND what = 'intent' AND NOT EXISTS (
         SELECT FROM safety.writers decision WHERE decision.what = 'decision' AND decision.bot_id = intent.bot_id
           AND decision.bar = intent.bar AND decision.writer = intent.writer)`,
      [botId],
    );
    return rows.map(({ bar }) => Number(bar));
  }
}

function symbolOf({ data }: LedgerEntry): unknown {
  const { symbol, params } = data as { symbol?: unknown; params?: { symbol?: unknown } };
  return symbol ?? params?.symbol;
}
