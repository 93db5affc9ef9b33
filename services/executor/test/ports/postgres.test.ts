/** The tables in PostgreSQL keep what the ports promise. */
import { clientOrderId } from '@platform/exchange';
import {
  createLogger,
  type Database,
  ErrorLog,
  systemChance,
  systemTime,
  Tasks,
  uncounted,
} from '@platform/service-kit';
import { createTestDatabase, eventually } from '@platform/testkit';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DatabaseLockSession } from '../../src/store/account-lock';
import { accountRecorder } from '../../src/store/accounts';
import { BookStore } from '../../src/store/book';
import { CommandStore } from '../../src/store/commands';
import { EntryStore } from '../../src/store/entries';
import { EventStore } from '../../src/store/events';
import { FillStore } from '../../src/store/fills';
import { IntentStore } from '../../src/store/intents';
import { LiveRunStore } from '../../src/store/live-run-store';
import { OrderStore } from '../../src/store/orders';
import { PositionStore } from '../../src/store/positions';
import { LOCK_CASES } from './cases-of-locks';
import {
  AMBER,
  BIRCH,
  enter,
  fillOf,
  idOf,
  NETWORK,
  NO_OBSERVER,
  type PortsUnderTest,
  reportOf,
  SYMBOL,
} from './fixture';
import { PORT_CASES } from './suite';

const log = createLogger({ service: 'executor', version: 'test', level: 'silent' });
const errors = new ErrorLog('executor', log, uncounted());
const tasks = new Tasks({ service: 'executor', time: systemTime, errors, onRun: () => undefined });

interface InPostgres extends PortsUnderTest {
  setLimit(name: string, value: number): Promise<void>;
}

async function inPostgres(): Promise<InPostgres> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.urlFor('platform_executor'), max: 2 });
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  const kysely: Database['kysely'] = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const events = new EventStore(
    (rows) => kysely.insertInto('trading.bot_events').values(rows).execute(),
    tasks,
  );
  const parts = { pool, kysely } as never;
  const on = async (statement: string, values: unknown[]) => void (await owner.query(statement, values));
  let bots = 0;
  return {
    ports: {
      books: new BookStore(parts),
      intents: new IntentStore(parts, systemChance.newId()),
      entries: new EntryStore(parts, systemChance),
      orders: new OrderStore(kysely, systemChance),
      positions: new PositionStore(kysely),
      commands: new CommandStore(kysely),
      runs: new LiveRunStore(kysely, systemChance),
      recordAccount: accountRecorder(kysely),
      events,
      openFills: (observer) => new FillStore(kysely, observer),
    },
    addBot: async (botId, strategy, clusterId) => {
      const known = await owner.query('SELECT FROM trading.bot_configs WHERE id = $1', [botId]);
      if (known.rowCount !== 0) return;
      bots += 1;
      await on(
        `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, cluster_id,
           image_tag, desired_state, allocation_value)
         VALUES ($1, $2, $3, 'BTCUSDT', '1h', 'testnet', 'fixed', 0.1, $4, 'test', 'running', 500)`,
        [botId, `bot-${bots}`, strategy, clusterId],
      );
      await on(
        `INSERT INTO trading.bot_leases (symbol, strategy, lease_key, fence, bot_id, holder_id, expires_at)
         VALUES ('BTCUSDT', $1, $2, 1, $3, $4, '2100-01-01')`,
        [strategy, bots * 2, botId, systemChance.newId()],
      );
    },
    initialEquity: async (botId) => {
      const { rows } = await owner.query('SELECT initial_equity FROM trading.runs WHERE bot_id = $1', [
        botId,
      ]);
      return rows[0]?.initial_equity ?? null;
    },
    feesOf: async (botId) => {
      const { rows } = await owner.query(
        'SELECT sum(fees)::float8 AS fees FROM trading.positions WHERE bot_id = $1',
        [botId],
      );
      return rows[0].fees;
    },
    transferredUsd: async () => {
      const { rows } = await owner.query(
        'SELECT amount_usd::float8 AS usd FROM trading.transfers ORDER BY created_at, transaction_id',
      );
      return rows.map(({ usd }) => usd);
    },
    addIntents: async (strategy, ...intents) => {
      await on('BEGIN', []);
      for (const { intentId, botId, side, quantity, stopPrice, fence, barOpenTime } of intents)
        await on(
          `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence, bar_open_time)
           VALUES ($1, $2, $3, 'BTCUSDT', '1h', 'testnet', $4, $5, $6, $7, $8)`,
          [intentId, botId, strategy, side, quantity, stopPrice, fence, barOpenTime],
        );
      await on('COMMIT', []);
    },
    setHalted: (halted) =>
      on(
        `WITH audit AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
           VALUES ($1, $2, 'all', 'test', 'test'))
         UPDATE risk.risk_state SET halted = $3, halt_trace_id = $1`,
        [systemChance.newId(), halted ? 'halt' : 'resume', halted],
      ),
    setLimit: (name, value) =>
      on(
        `INSERT INTO risk.limits (name, value, description) VALUES ($1, $2, 'for this test')
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [name, value],
      ),
    setPaused: (botId, isPaused) =>
      on('UPDATE trading.bot_configs SET desired_state = $2 WHERE id = $1', [
        botId,
        isPaused ? 'paused' : 'running',
      ]),
    raiseFence: (strategy, fence) =>
      on('UPDATE trading.bot_leases SET fence = $2 WHERE strategy = $1', [strategy, fence]),
    releaseLease: (strategy) =>
      on('UPDATE trading.bot_leases SET released_at = now() WHERE strategy = $1', [strategy]),
    addFlatten: (scope) =>
      on(
        `INSERT INTO trading.bot_commands (command_id, kind, scope, reason, issued_by) VALUES ($1, 'flatten', $2, 'test', 'test')`,
        [systemChance.newId(), scope],
      ),
    whileCommitting: async (order, work) => {
      const { intentId, botId, network, symbol, leg, orderType, space, side, quantity } = order;
      await on('BEGIN', []);
      await on(
        `INSERT INTO trading.orders (order_id, intent_id, bot_id, network, symbol, leg, attempt, order_type, order_space, side, qty,
           reduce_only, client_order_id) VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, true, $11)`,
        [
          systemChance.newId(),
          intentId,
          botId,
          network,
          symbol,
          leg,
          orderType,
          space,
          side,
          quantity,
          clientOrderId(intentId!, leg),
        ],
      );
      const done = work();
      await eventually(async () => {
        const { rows } = await owner.query(
          'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
        );
        return rows.length > 0;
      });
      await on('COMMIT', []);
      await done;
    },
    accountProblems: async () => {
      const { rows } = await owner.query('SELECT network, problem FROM trading.accounts');
      return new Map(rows.map(({ network, problem }) => [network, problem]));
    },
    eventsWritten: async () =>
      (
        await owner.query(
          `SELECT event_type AS kind, bot_id AS "botId", trace_id AS "traceId", metadata FROM trading.bot_events ORDER BY id`,
        )
      ).rows,
    close: async () => {
      await events.close();
      await owner.end();
      await pool.end();
      await database.drop();
    },
  };
}

describe('the tables in PostgreSQL', () => {
  it.each(PORT_CASES)('%s', async (_promise, check) => {
    const under = await inPostgres();
    try {
      await check(under);
    } finally {
      await under.close();
    }
  });
});

it('what an entry has filled counts toward the gross limit of the network before it is booked, and once', async () => {
  const under = await inPostgres();
  try {
    const { orders, intents } = under.ports;
    await under.setLimit('entry_gross_exposure_usd', 1_000);
    await enter(under, 1, AMBER);
    await enter(under, 2, BIRCH, { isWritten: false });
    const grossUsd = async () => {
      const waiting = await intents.undecided(NETWORK, SYMBOL);
      return Number(waiting.find(({ intentId }) => intentId === idOf(2))!.grossUsd);
    };
    const entry = clientOrderId(idOf(1), 'entry');
    expect(await grossUsd()).toBe(200);
    await orders.report(NETWORK, reportOf(entry, 'partially_filled', '0.5'));
    expect(await grossUsd()).toBe(200);
    const fills = under.ports.openFills(NO_OBSERVER);
    await fills.book(fillOf(1, 'buy', '0.5', entry));
    expect(await grossUsd()).toBe(200);
    await orders.report(NETWORK, reportOf(entry, 'expired', '0.75'));
    expect(await grossUsd()).toBe(75);
    await fills.book(fillOf(2, 'buy', '0.25', entry));
    expect(await grossUsd()).toBe(75);
  } finally {
    await under.close();
  }
});

describe('the session of PostgreSQL that holds the account', () => {
  it.each(LOCK_CASES)('%s', async (_promise, check) => {
    const database = await createTestDatabase();
    const pool = new pg.Pool({ connectionString: database.urlFor('platform_executor'), max: 2 });
    pool.on('connect', (client) => client.on('error', () => undefined));
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    try {
      await check({
        open: () => new DatabaseLockSession({ pool } as unknown as Database),
        cut: async () =>
          void (await owner.query(
            `SELECT pg_terminate_backend(pid) FROM pg_locks
             WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          )),
        until: async (check) => void (await eventually(check)),
      });
    } finally {
      await owner.end();
      await pool.end();
      await database.drop();
    }
  });
});
