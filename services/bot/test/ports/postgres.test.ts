/** The tables in PostgreSQL keep what the ports promise. */
import { Secret } from '@platform/service-kit';
import { createTestDatabase } from '@platform/testkit';
import pg from 'pg';
import { describe, it } from 'vitest';
import { DatabaseRecords } from '../../src/store/bot-records';
import { DatabaseCommands } from '../../src/store/commands';
import { LiveDecisionStore } from '../../src/store/decisions';
import { DatabaseLease } from '../../src/store/lease';
import { DatabaseLedger } from '../../src/store/ledger';
import { BOT_CASES, type BotUnderTest, SETTINGS } from './suite';

async function inPostgres(): Promise<BotUnderTest> {
  const database = await createTestDatabase();
  const url = database.urlFor('platform_bot');
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  const on = async (statement: string, values: unknown[] = []) => void (await owner.query(statement, values));
  const { botId, generation, symbol, strategy } = SETTINGS;
  await on(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, cluster_id,
       image_tag, desired_state, allocation_value)
     VALUES ($1, 'amber', $2, $3, '1m', 'testnet', 'fixed', 0.1, 'majors', 'test', 'running', 500)`,
    [botId, strategy, symbol],
  );
  const leases: DatabaseLease[] = [];
  return {
    open: (holderId) => {
      const lease = new DatabaseLease(new Secret(url), { botId, holderId, symbol, strategy, shadow: false });
      leases.push(lease);
      let fence: string | null = null;
      return {
        lease: {
          tryAcquire: async () => {
            fence = await lease.tryAcquire();
            return fence;
          },
          renew: () => lease.renew(),
          release: () => lease.release(),
          describeHolder: () => lease.describeHolder(),
        },
        decisions: new LiveDecisionStore(pool, SETTINGS),
        ledger: new DatabaseLedger(pool, botId, generation),
        records: new DatabaseRecords(pool, SETTINGS),
        commands: new DatabaseCommands(pool, SETTINGS, () => fence),
      };
    },
    hold: (quantity) =>
      on(
        `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', $1, $2, $3, 100)`,
        [symbol, botId, quantity],
      ),
    pause: () => on(`UPDATE trading.bot_configs SET desired_state = 'paused' WHERE id = $1`, [botId]),
    decideAll: () =>
      on(`UPDATE trading.order_intents SET outcome = 'accepted', outcome_at = now() WHERE outcome IS NULL`),
    intents: async () =>
      (await owner.query('SELECT side, fence::text FROM trading.order_intents ORDER BY created_at')).rows,
    acknowledgeParity: () =>
      on(`UPDATE trading.parity_audits SET acknowledged_by = 'test', acknowledged_at = now()
        WHERE result = 'divergence'`),
    command: (kind, scope) =>
      on(
        `INSERT INTO trading.bot_commands (kind, scope, bot_id, reason, issued_by) VALUES ($1, $2, $3, 'test', 'test')`,
        [kind, scope, scope.startsWith('bot:') ? botId : null],
      ),
    close: async () => {
      for (const lease of leases) await lease.release();
      await owner.end();
      await pool.end();
      await database.drop();
    },
  };
}

describe('the tables in PostgreSQL', () => {
  it.each(BOT_CASES)('%s', async (_promise, check) => {
    const under = await inPostgres();
    try {
      await check(under);
    } finally {
      await under.close();
    }
  });
});
