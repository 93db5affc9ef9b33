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

test('decisions stay while a bot stands on them: those of its newest generation, unless it is deleted', async () => {
  const owner = await sessions.owner();
  const [standing, deleted, stateless] = [1, 2, 3].map((n) => BOT_ID.replace(/.$/, `${n}`));
  await owner.query(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, cluster_id,
       image_tag, desired_state, allocation_value, deleted_at)
     VALUES ($1, 'gone', 'ewmac', 'BTCUSDT', '1h', 'testnet', 'fixed', 0.1, 'majors', 'test', 'stopped', 500, now())`,
    [deleted],
  );
  await owner.query(
    `INSERT INTO trading.bot_states (bot_id, generation, strategy, symbol, timeframe, params, bar_open_time, digest, held, evaluator)
     SELECT bot_id, generation, 'ewmac', 'BTCUSDT', '1h', '{}', 1, sha256('x'), 0, '{}'
     FROM unnest($1::uuid[]) AS bot_id, unnest(ARRAY[1, 2]) AS generation`,
    [[standing, deleted]],
  );
  await owner.query(
    `INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, previous_digest, digest, created_at)
     SELECT bot_id, generation, age, sha256(age::text::bytea), sha256(age::text::bytea), sha256(age::text::bytea),
       now() - make_interval(days => age)
     FROM unnest($1::uuid[]) AS bot_id, unnest(ARRAY[1, 2]) AS generation, unnest(ARRAY[800, 400, 1]) AS age`,
    [[standing, deleted, stateless]],
  );
  const manager = await sessions.as('platform_manager');
  const { rows } = await manager.query(
    `SELECT ops.prune('trading.bar_decisions', '365 days', 100) AS removed`,
  );
  expect(rows).toEqual([{ removed: 10 }]);
  const kept = await owner.query(
    `SELECT bot_id, generation::int, array_agg(bar_open_time::int ORDER BY bar_open_time) AS ages FROM trading.bar_decisions
     WHERE bot_id = ANY ($1) GROUP BY bot_id, generation ORDER BY bot_id, generation`,
    [[standing, deleted, stateless]],
  );
  expect(kept.rows).toEqual([
    { bot_id: standing, generation: 1, ages: [1] },
    { bot_id: standing, generation: 2, ages: [1, 400, 800] },
    ...[deleted, stateless].flatMap((bot_id) => [
      { bot_id, generation: 1, ages: [1] },
      { bot_id, generation: 2, ages: [1] },
    ]),
  ]);
});

test('the newest event of each kind stays however old it is, of each bot and of each network', async () => {
  const owner = await sessions.owner();
  await owner.query('DELETE FROM trading.bot_events');
  const events = [
    [BOT_ID, 'container_started', null, 400],
    [BOT_ID, 'warmup_completed', null, 400],
    [BOT_ID, 'container_started', null, 300],
    [BOT_ID, 'warmup_completed', null, 300],
    [null, 'ReconcileComplete', 'testnet', 350],
    [null, 'ReconcileComplete', 'prod', 300],
    [null, 'ReconcileComplete', 'prod', 250],
  ] as const;
  for (const [bot, kind, network, age] of events)
    await owner.query(
      `INSERT INTO trading.bot_events (bot_id, event_type, metadata, created_at)
       VALUES ($1, $2, jsonb_build_object('network', $3::text), now() - make_interval(days => $4))`,
      [bot, kind, network, age],
    );
  const manager = await sessions.as('platform_manager');
  const pruned = await manager.query(`SELECT ops.prune('trading.bot_events', '180 days', 100) AS removed`);
  expect(pruned.rows[0].removed).toBe(3);
  const { rows } = await owner.query(
    `SELECT event_type || ' ' || extract(day FROM now() - created_at) AS kept FROM trading.bot_events ORDER BY id`,
  );
  expect(rows.map(({ kept }) => kept)).toEqual([
    'container_started 300',
    'warmup_completed 300',
    'ReconcileComplete 350',
    'ReconcileComplete 250',
  ]);
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
