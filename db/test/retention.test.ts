import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '../src';
import { INSUFFICIENT_PRIVILEGE, refusal, Sessions } from './sessions';

let sessions: Sessions;
beforeAll(async () => {
  sessions = await Sessions.open();
});
afterAll(async () => await sessions.close());

const BOT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('old rows leave in batches, oldest first; younger and unpublished ones stay, whatever age is asked for', async () => {
  const owner = await sessions.owner();
  await owner.query(
    `INSERT INTO trading.bot_events (event_type, created_at)
     SELECT 'x', now() - make_interval(days => age) FROM unnest(ARRAY[400, 300, 200, 89, 1]) AS age`,
  );
  await owner.query(
    `INSERT INTO ops.outbox (subject, payload, created_at, published_at)
     SELECT 'a.b', '{}', now() - make_interval(days => age), CASE WHEN age <> 30 THEN now() END
     FROM unnest(ARRAY[40, 30, 20, 6, 50]) AS age`,
  );
  await owner.query(
    `INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, previous_digest, digest, created_at)
     SELECT $1, 1, age, sha256(age::text::bytea), sha256(age::text::bytea), sha256(age::text::bytea),
       now() - make_interval(days => age) FROM unnest(ARRAY[400, 100, 10]) AS age`,
    [BOT_ID],
  );
  const manager = await sessions.as('platform_manager');
  const prune = async (table: string, age: string, atMost: number) =>
    (await manager.query('SELECT ops.prune($1, $2, $3) AS removed', [table, age, atMost])).rows[0].removed;
  const ages = async (table: string) =>
    (
      await owner.query(
        `SELECT extract(day FROM now() - created_at)::int AS age FROM ${table} ORDER BY created_at`,
      )
    ).rows.map(({ age }) => age);

  expect(await prune('trading.bot_events', '180 days', 2)).toBe(2);
  expect(await prune('trading.bot_events', '180 days', 2)).toBe(1);
  expect(await prune('trading.bot_events', '0', 100)).toBe(0);
  expect(await ages('trading.bot_events')).toEqual([89, 1]);
  // The newest message stays however old it is, and so do unpublished ones.
  expect(await prune('ops.outbox', '0', 100)).toBe(2);
  expect(await ages('ops.outbox')).toEqual([50, 30, 6]);
  expect(await prune('trading.bar_decisions', '0', 100)).toBe(2);
  expect(await ages('trading.bar_decisions')).toEqual([10]);
  expect(await prune('trading.overlay_decisions', '0', 100)).toBe(0);
});

test('only the manager removes old rows, and only of the tables that have an age', async () => {
  for (const role of ROLES) {
    const client = await sessions.as(role);
    const verdict = await refusal(client.query(`SELECT ops.prune('trading.bot_events', '1000 days', 1)`));
    expect([role, verdict]).toEqual([
      role,
      role === 'platform_manager' ? 'accepted' : INSUFFICIENT_PRIVILEGE,
    ]);
  }
  const manager = await sessions.as('platform_manager');
  for (const table of ['ops.audit_log', 'risk.risk_audit_log', 'trading.fills', 'trading.orders'])
    expect(await refusal(manager.query('SELECT ops.prune($1, $2, 1)', [table, '1000 days']))).toBe('22023');
});
