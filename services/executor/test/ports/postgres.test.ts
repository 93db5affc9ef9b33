/** The tables in PostgreSQL keep what the ports promise. */
import { systemChance } from '@platform/service-kit';
import { createTestDatabase } from '@platform/testkit';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, it } from 'vitest';
import { BookStore } from '../../src/store/book';
import { CommandStore } from '../../src/store/commands';
import { EntryStore } from '../../src/store/entries';
import { FillStore } from '../../src/store/fills';
import { IntentStore } from '../../src/store/intents';
import { LiveRunStore } from '../../src/store/live-run-store';
import { OrderStore } from '../../src/store/orders';
import { PositionStore } from '../../src/store/positions';
import { PORT_CASES, type PortsUnderTest } from './suite';

async function inPostgres(): Promise<PortsUnderTest> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.urlFor('platform_executor'), max: 2 });
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool }) }) as never;
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
    addIntent: ({ intentId, botId, side, quantity, stopPrice, fence }, strategy) =>
      on(
        `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence)
         VALUES ($1, $2, $3, 'BTCUSDT', '1h', 'testnet', $4, $5, $6, $7)`,
        [intentId, botId, strategy, side, quantity, stopPrice, fence],
      ),
    setHalted: (halted) =>
      on(
        `WITH audit AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
           VALUES ($1, $2, 'all', 'test', 'test'))
         UPDATE risk.risk_state SET halted = $3, halt_trace_id = $1`,
        [systemChance.newId(), halted ? 'halt' : 'resume', halted],
      ),
    setPaused: (botId, isPaused) =>
      on('UPDATE trading.bot_configs SET desired_state = $2 WHERE id = $1', [
        ...[botId, isPaused ? 'paused' : 'running'],
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
    close: async () => {
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
