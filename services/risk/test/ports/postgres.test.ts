/** The tables in PostgreSQL keep what the ports promise. */
import { databaseOutbox } from '@platform/service-kit';
import { createTestDatabase } from '@platform/testkit';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, it } from 'vitest';
import { startDrill } from '../../src/store/drills';
import { LatchStore } from '../../src/store/latch';
import { databaseSnapshots } from '../../src/store/snapshots';
import { TripStore } from '../../src/store/trips';
import { RISK_CASES, type RiskUnderTest } from './suite';

async function inPostgres(): Promise<RiskUnderTest> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.urlFor('platform_risk'), max: 4 });
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool }) }) as never;
  const rows = async <T extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<T[]> =>
    (await owner.query<T>(statement, values)).rows;
  return {
    ports: {
      latch: new LatchStore(kysely),
      records: new TripStore(kysely),
      drills: { start: startDrill(kysely) },
      outbox: databaseOutbox({ kysely }),
      openSnapshots: () => databaseSnapshots(kysely),
    },
    addBot: async (botId) =>
      void (await rows(
        `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, cluster_id,
           image_tag, desired_state) VALUES ($1::uuid, 'bot ' || $1::text, 'supertrend', 'BTCUSDT', '1h', 'testnet', 'fixed', 1, 'majors', 'v1', 'running')`,
        [botId],
      )),
    addPosition: async (botId) =>
      void (await rows(
        `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', 'BTCUSDT', $1, 1, 100)`,
        [botId],
      )),
    removeLatch: async () => void (await rows('DELETE FROM risk.risk_state')),
    halted: async () => (await rows<{ halted: boolean }>('SELECT halted FROM risk.risk_state'))[0]?.halted,
    audits: () =>
      rows('SELECT action, halt_trace_id AS "traceId", actor FROM risk.risk_audit_log ORDER BY id'),
    commands: () => rows('SELECT kind, scope FROM trading.bot_commands ORDER BY id'),
    lastWord: async () =>
      (
        await rows<{ issued_by: string }>(
          'SELECT issued_by FROM trading.bot_commands ORDER BY id DESC LIMIT 1',
        )
      )[0]?.issued_by,
    close: async () => {
      await owner.end();
      await pool.end();
      await database.drop();
    },
  };
}

describe('the tables in PostgreSQL', () => {
  it.each(RISK_CASES)('%s', async (_promise, check) => {
    const under = await inPostgres();
    try {
      await check(under);
    } finally {
      await under.close();
    }
  });
});
