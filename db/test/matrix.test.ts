/** What every role may do to every table, and to rows of others in the tables they share. */
import { tryRoles } from '@platform/testkit';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type RoleName, rolePolicy } from '../src';
import { INSUFFICIENT_PRIVILEGE, refusal, Sessions } from './sessions';

let sessions: Sessions;

beforeAll(async () => {
  sessions = await Sessions.open();
});
afterAll(async () => await sessions.close());

describe('role × table × verb', () => {
  test('every role may do what its grants say, and is refused everything else', async () => {
    const { existing, tried, wrong } = await tryRoles((role) =>
      role === undefined ? sessions.owner() : sessions.as(role),
    );
    process.stdout.write(`${tried} of ${existing} cells of role × table × verb tried\n`);
    expect(wrong).toEqual([]);
    expect(tried).toBe(existing);
  });
});

const SERVICE: Readonly<Partial<Record<RoleName, string>>> = {
  platform_bot: 'bot',
  platform_manager: 'manager',
  platform_risk: 'risk',
  platform_executor: 'executor',
  platform_data_writer: 'data',
};
const SUBJECT: Readonly<Partial<Record<RoleName, string>>> = {
  platform_risk: 'risk.events.drawdown',
  platform_executor: 'trading.fills.x',
};

/** A row that belongs to `owner`, as SQL that anybody may try. */
const ROWS: Readonly<Record<string, (owner: RoleName) => string>> = {
  'ops.consumer_cursors': (owner) =>
    `INSERT INTO ops.consumer_cursors (consumer, source, position)
     VALUES ('${SERVICE[owner]}-' || gen_random_uuid(), 'trading.bot_commands', 0)`,
  'ops.outbox': (owner) =>
    `INSERT INTO ops.outbox (producer, subject, payload) VALUES ('${owner}', '${SUBJECT[owner] ?? 'a.b'}', '{}')`,
  'trading.bot_events': (owner) =>
    `INSERT INTO trading.bot_events (event_type, emitted_by) VALUES ('x', '${owner}')`,
  'ops.audit_log': (owner) =>
    `INSERT INTO ops.audit_log (written_by, actor, action, resource_type, resource_id)
     VALUES ('${owner}', 'a', 'b', 'c', 'd')`,
};

describe('rows belong to the role that writes them', () => {
  const writers = Object.keys(SERVICE) as RoleName[];
  const mayInsert = (role: RoleName, table: string) =>
    rolePolicy[role].must.some((grant) => grant.privilege === 'INSERT' && grant.table === table);

  test.each(Object.keys(ROWS).flatMap((table) => writers.map((role) => [role, table] as const)))(
    '%s inserts into %s under its own name or not at all',
    async (role, table) => {
      const client = await sessions.as(role);
      for (const owner of writers) {
        const isAllowed = owner === role && mayInsert(role, table);
        const verdict = await refusal(client.query(ROWS[table]!(owner)));
        expect([owner, verdict]).toEqual([owner, isAllowed ? 'accepted' : INSUFFICIENT_PRIVILEGE]);
      }
    },
  );

  test.each(writers)('%s moves its own cursors only', async (role) => {
    const owner = await sessions.owner();
    await owner.query(
      `INSERT INTO trading.bot_commands (kind, scope, reason, issued_by) VALUES ('stop', 'all', 'x', 'x')`,
    );
    const client = await sessions.as(role);
    for (const other of writers) {
      const consumer = `${SERVICE[other]}-moved-by-${role}`;
      await owner.query('INSERT INTO ops.consumer_cursors VALUES ($1, $2, 0)', [
        consumer,
        'trading.bot_commands',
      ]);
      const moved = await client
        .query('UPDATE ops.consumer_cursors SET position = 1 WHERE consumer = $1', [consumer])
        .then(({ rowCount }) => rowCount)
        .catch((error: pg.DatabaseError) => error.code);
      const mayUpdate = rolePolicy[role].must.some(
        (grant) => grant.privilege === 'UPDATE' && grant.table === 'ops.consumer_cursors',
      );
      const expected = mayUpdate ? (other === role ? 1 : 0) : INSUFFICIENT_PRIVILEGE;
      expect([consumer, moved]).toEqual([consumer, expected]);
    }
  });

  test('a message is marked as published by its producer only, and a subject is spoken by its service only', async () => {
    const [risk, executor] = [await sessions.as('platform_risk'), await sessions.as('platform_executor')];
    await risk.query(ROWS['ops.outbox']!('platform_risk'));
    const mark = `UPDATE ops.outbox SET published_at = now() WHERE producer = 'platform_risk' AND published_at IS NULL`;
    expect((await executor.query(mark)).rowCount).toBe(0);
    expect((await risk.query(mark)).rowCount).toBeGreaterThan(0);
    const forged = `INSERT INTO ops.outbox (subject, payload) VALUES ('risk.events.drawdown', '{}')`;
    expect(await refusal(executor.query(forged))).toBe(INSUFFICIENT_PRIVILEGE);
  });

  test('no cursor lies beyond what there is to read, and none reads what does not exist', async () => {
    const bot = await sessions.as('platform_bot');
    const beyond = `INSERT INTO ops.consumer_cursors VALUES ('bot-far', 'trading.bot_commands', 9223372036854775806)`;
    expect(await refusal(bot.query(beyond))).toBe('consumer_cursors_within_source');
    const nowhere = `INSERT INTO ops.consumer_cursors VALUES ('bot-far', 'trading.nothing', 0)`;
    expect(await refusal(bot.query(nowhere))).toBe('consumer_cursors_source_exists');
  });

  test('only the executor says that a flatten is done', async () => {
    const owner = await sessions.owner();
    const { rows } = await owner.query(
      `INSERT INTO trading.bot_commands (kind, scope, reason, issued_by) VALUES ('flatten', 'all', 'x', 'x') RETURNING id`,
    );
    const done = (by: string) =>
      `INSERT INTO trading.commands_done (id, done_by) VALUES (${rows[0].id}, '${by}')`;
    for (const role of ROLES.filter((name) => name !== 'platform_executor')) {
      expect(await refusal((await sessions.as(role)).query(done(role)))).toBe(INSUFFICIENT_PRIVILEGE);
    }
    const executor = await sessions.as('platform_executor');
    expect(await refusal(executor.query(done('platform_risk')))).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await refusal(executor.query(done('platform_executor')))).toBe('accepted');
    expect(await refusal(executor.query('DELETE FROM trading.commands_done'))).toBe(INSUFFICIENT_PRIVILEGE);
  });
});
