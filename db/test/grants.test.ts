import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRole, ROLES, rolePolicy, type TableName } from '../src';
import { TABLES } from '../src/tables';
import { insert, intent, lease, setLatch } from './rows';
import { INSUFFICIENT_PRIVILEGE, refusal, Sessions } from './sessions';

let sessions: Sessions;
let owner: pg.Client;

beforeAll(async () => {
  sessions = await Sessions.open();
  owner = await sessions.owner();
});
afterAll(async () => await sessions.close());

/** Runs `change` and what follows in a transaction that never commits: roles belong to the whole server. */
async function supposing<T>(change: string, then: () => Promise<T>): Promise<T> {
  await owner.query('BEGIN');
  try {
    await owner.query(change);
    return await then();
  } finally {
    await owner.query('ROLLBACK');
  }
}

describe('the policy', () => {
  test('the policy knows every table there is', async () => {
    const { rows } = await owner.query(
      `SELECT nspname || '.' || relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname IN ('market', 'trading', 'risk', 'ops', 'public') AND relkind IN ('r', 'p', 'v', 'm') AND NOT relispartition`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...TABLES].sort());
  });

  test.each(ROLES)('the policy is what the migrations granted to %s, no more and no less', async (role) => {
    const { must, mustNot } = rolePolicy[role];
    expect(must.length).toBeGreaterThan(10);
    expect(mustNot.length).toBeGreaterThan(must.length);
    expect(await checkRole(await sessions.as(role), role)).toEqual({ missing: [], excess: [] });
  });

  test('no role is granted any other kind of privilege, nor anything on a single partition', async () => {
    const { rows } = await owner.query(
      `SELECT grantee::regrole, privilege_type, oid::regclass FROM pg_class, aclexplode(relacl)
       WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('market', 'trading', 'risk', 'ops'))
         AND grantee <> relowner AND relkind <> 'S'
         AND (relispartition OR privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
    );
    expect(rows).toEqual([]);
  });

  test('PUBLIC holds nothing: no table, no function, no schema, no connection', async () => {
    const { rows } = await owner.query(
      `SELECT 'relation ' || oid::regclass AS held FROM pg_class, aclexplode(relacl)
         WHERE grantee = 0 AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('market', 'trading', 'risk', 'ops'))
       UNION ALL SELECT 'function ' || oid::regprocedure FROM pg_proc
         WHERE pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('market', 'trading', 'risk', 'ops'))
           AND has_function_privilege('public', oid, 'EXECUTE')
       UNION ALL SELECT 'schema ' || nspname FROM pg_namespace, aclexplode(nspacl)
         WHERE grantee = 0 AND nspname IN ('market', 'trading', 'risk', 'ops', 'public')
       UNION ALL SELECT 'database: ' || privilege_type FROM pg_database, aclexplode(datacl)
         WHERE grantee = 0 AND datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the check notices', () => {
  test.each([
    [
      'a grant taken away',
      'REVOKE INSERT ON trading.orders FROM platform_executor',
      ['INSERT on trading.orders'],
      [],
    ],
    [
      'a column taken away',
      'REVOKE UPDATE (outcome) ON trading.order_intents FROM platform_executor',
      ['UPDATE (outcome) on trading.order_intents'],
      [],
    ],
    [
      'a table that is gone',
      'DROP TABLE trading.funding_payments',
      ['SELECT on trading.funding_payments', 'INSERT on trading.funding_payments'],
      [],
    ],
    [
      'a grant too many',
      'GRANT UPDATE ON risk.risk_state TO platform_executor',
      [],
      ['UPDATE on risk.risk_state'],
    ],
    [
      'a single column too many',
      'GRANT UPDATE (halted) ON risk.risk_state TO platform_executor',
      [],
      ['UPDATE on risk.risk_state'],
    ],
    [
      'a forbidden column beside allowed ones',
      'GRANT UPDATE (qty) ON trading.order_intents TO platform_executor',
      [],
      ['UPDATE (qty) on trading.order_intents'],
    ],
    ['a dangerous attribute', 'ALTER ROLE platform_executor CREATEROLE', [], ['CREATEROLE']],
    ['row security bypassed', 'ALTER ROLE platform_executor BYPASSRLS', [], ['BYPASSRLS']],
    [
      'a membership',
      'GRANT platform_risk TO platform_executor WITH ADMIN OPTION',
      [],
      ['membership in platform_risk'],
    ],
    [
      'a schema to create in',
      'GRANT CREATE ON SCHEMA ops TO platform_executor',
      [],
      ['CREATE on schema ops'],
    ],
    [
      'rows of others laid open',
      'ALTER TABLE trading.bot_events DISABLE ROW LEVEL SECURITY',
      [],
      ['rows of others: INSERT on trading.bot_events'],
    ],
    [
      'a second policy that admits more',
      'CREATE POLICY generous ON ops.outbox FOR UPDATE TO platform_executor USING (true)',
      [],
      ['rows of others: UPDATE on ops.outbox'],
    ],
    [
      'own rows that cannot be written any more',
      'DROP POLICY own_insert ON ops.outbox',
      ['own rows: INSERT on ops.outbox'],
      [],
    ],
  ])('%s', async (_, change, missing, excess) => {
    const findings = await supposing(change, () => checkRole(owner, 'platform_executor'));
    expect(findings).toEqual({ missing, excess });
  });

  test('a superuser in place of a role', async () => {
    const { excess } = await supposing('ALTER ROLE platform_lab_reader SUPERUSER', () =>
      checkRole(owner, 'platform_lab_reader'),
    );
    expect(excess).toContain('SUPERUSER');
    expect(excess).toContain('TRUNCATE on risk.risk_audit_log');
  });
});

/** With a column that an update could name. */
const APPEND_ONLY: Partial<Record<TableName, string>> = {
  'ops.audit_log': 'created_at',
  'ops.confirm_tokens': 'used_at',
  'ops.migrations': 'applied_at',
  'risk.risk_audit_log': 'created_at',
  'risk.risk_events': 'created_at',
  'trading.bar_decisions': 'created_at',
  'trading.bot_commands': 'created_at',
  'trading.bot_events': 'created_at',
  'trading.commands_done': 'done_at',
  'trading.fills': 'created_at',
};

test.each(ROLES)('%s can alter or remove no audit row', async (role) => {
  const client = await sessions.as(role);
  for (const [table, column] of Object.entries(APPEND_ONLY)) {
    for (const text of [
      `UPDATE ${table} SET ${column} = now()`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      expect(`${text}: ${await refusal(client.query(text))}`).toBe(`${text}: ${INSUFFICIENT_PRIVILEGE}`);
    }
  }
});

describe('each role at its own work', () => {
  test('unqualified names work for every role, with its limits and UTC set', async () => {
    for (const role of ROLES) {
      const client = await sessions.as(role);
      const { rows } = await client.query(
        `SELECT to_regclass('runs')::oid = 'trading.runs'::regclass AND to_regclass('risk_state')::oid = 'risk.risk_state'::regclass
           AND to_regclass('klines')::oid = 'market.klines'::regclass AND to_regclass('outbox')::oid = 'ops.outbox'::regclass AS found,
           current_setting('statement_timeout') <> '0' AND current_setting('idle_in_transaction_session_timeout') <> '0' AS limited,
           current_setting('TimeZone') AS zone`,
      );
      expect(rows).toEqual([{ found: true, limited: true, zone: 'UTC' }]);
    }
  });

  test('the bot announces an intent but cannot decide its outcome, place an order or read the market', async () => {
    const bot = await sessions.as('platform_bot');
    await insert(bot, 'bot_leases', lease());
    await insert(bot, 'order_intents', intent());
    const decided = intent({ outcome: 'accepted', outcome_at: '2026-01-01' });
    expect(await refusal(insert(bot, 'order_intents', decided))).toBe(INSUFFICIENT_PRIVILEGE);
    for (const text of [
      `UPDATE order_intents SET outcome = 'accepted'`,
      'INSERT INTO orders DEFAULT VALUES',
      'SELECT FROM market.klines',
      'UPDATE risk_state SET halted = false',
      'DELETE FROM bot_leases',
    ]) {
      expect(`${text}: ${await refusal(bot.query(text))}`).toBe(`${text}: ${INSUFFICIENT_PRIVILEGE}`);
    }
  });

  test('the executor decides outcomes but cannot alter what was asked or touch the latch', async () => {
    const executor = await sessions.as('platform_executor');
    const decide = `UPDATE order_intents SET outcome = 'rejected', outcome_reason = 'risk_halted', outcome_at = now()`;
    expect(await refusal(executor.query(decide))).toBe('accepted');
    for (const text of [
      'UPDATE order_intents SET qty = 100',
      'INSERT INTO order_intents DEFAULT VALUES',
      'UPDATE risk_state SET halted = false',
      'SELECT FROM risk_state FOR SHARE',
      'UPDATE outbox SET payload = NULL',
      'UPDATE bot_leases SET fence = 0',
    ]) {
      expect(`${text}: ${await refusal(executor.query(text))}`).toBe(`${text}: ${INSUFFICIENT_PRIVILEGE}`);
    }
  });

  test('only risk moves the latch, and it cannot remove it', async () => {
    const risk = await sessions.as('platform_risk');
    await setLatch(risk, true);
    await setLatch(risk, false);
    expect(await refusal(risk.query('DELETE FROM risk_state'))).toBe(INSUFFICIENT_PRIVILEGE);
    for (const role of ROLES.filter((name) => name !== 'platform_risk')) {
      const other = await sessions.as(role);
      expect(await refusal(other.query('UPDATE risk.risk_state SET halted = true'))).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
    }
  });

  test('every producer fills the outbox under its own name and marks what it published', async () => {
    for (const [role, subject] of [
      ['platform_risk', 'risk.events.drawdown'],
      ['platform_executor', 'trading.fills.x'],
    ] as const) {
      const client = await sessions.as(role);
      const event_id = randomUUID();
      await insert(client, 'outbox', { event_id, subject, payload: '{}' });
      const { rows } = await client.query(
        'UPDATE outbox SET published_at = now() WHERE producer = current_user AND event_id = $1 RETURNING producer',
        [event_id],
      );
      expect(rows).toEqual([{ producer: role }]);
    }
  });

  test('a role logs in with its password only, and the server stores a SCRAM verifier', async () => {
    const url = new URL(sessions.database.urlFor('platform_bot'));
    url.password = 'wrong';
    const intruder = new pg.Client({ connectionString: url.href });
    await expect(intruder.connect()).rejects.toMatchObject({ code: '28P01' });
    const { rows } = await owner.query('SELECT rolpassword FROM pg_authid WHERE rolname = ANY ($1)', [ROLES]);
    expect(rows).toHaveLength(ROLES.length);
    for (const { rolpassword } of rows) expect(rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });
});
