/**
 * Deploys on record, straight from the store: whose turn it is where two ask at once, and what is left while
 * a lease is away.
 */
import { DEPLOY_REPLAY_BARS } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { newId } from '@platform/service-kit';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FOLLOWING_ACTOR, nextToFollow } from '../src/domain/auto-deploy';
import { divergenceDigest } from '../src/domain/shadow-compare';
import { type DeployParts, deployHandlers } from '../src/http/deploy-handlers';
import { BotConfigStore } from '../src/store/bot-configs';
import { DeployStore } from '../src/store/deploys';
import { DeployReads } from '../src/store/reads/deploys';
import { ManagerFixture } from './fixture';

let fixture: ManagerFixture;
let kysely: Kysely<Schema>;
let store: DeployStore;
beforeAll(async () => {
  fixture = await ManagerFixture.open();
  const pool = new pg.Pool({ connectionString: fixture.database.urlFor('platform_manager') });
  kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  store = new DeployStore(kysely);
});
afterAll(async () => {
  await kysely?.destroy();
  await fixture?.close();
});

/** Of a comparison in which the new release keeps up. */
const IN_TIME = { lastDecidedMs: 1, awaitedSinceMs: null };

/** Where bots can run and every release is sound. */
const handlers = () =>
  deployHandlers({
    bots: new BotConfigStore(kysely),
    deploys: store,
    releases: { program: async () => ({}) },
    wake: () => undefined,
  } as unknown as DeployParts);

async function aBot(strategy: string, symbol: string): Promise<string> {
  const id = newId();
  await fixture.rows(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, params, network, sizing_mode, sizing_value, image_tag,
       desired_state, status, auto_deploy) VALUES ($1, $2 || ' on ' || $3, $2, $3, '1h', '{}', 'testnet', 'fixed', 0.05, 'v1',
       'running', 'live', true)`,
    [id, strategy, symbol],
  );
  return id;
}

it('while a bot that has the newest release should run and does not, no other follows', async () => {
  const [ahead, behind] = [await aBot('ewmac', 'XRPUSDT'), await aBot('ewmac', 'ADAUSDT')];
  const next = async (columns: string) => {
    await fixture.rows(`UPDATE trading.bot_configs SET ${columns} WHERE id = $1`, [ahead]);
    const { bots, deploys, isHalted } = await store.following('v2');
    return nextToFollow('v2', bots, deploys, isHalted);
  };
  for (const status of ['failed', 'quarantined', 'starting', 'warming']) {
    expect(await next(`image_tag = 'v2', status = '${status}'`), status).toBeNull();
  }
  const request = { botId: behind, targetImageTag: 'v2', minLiveBars: 1 };
  expect(await store.begin({ actor: FOLLOWING_ACTOR, traceId: newId() }, newId(), request)).toMatchObject({
    ok: false,
    error: { kind: 'refused' },
  });
  expect(await next("status = 'live', quarantined_at = now()")).toBeNull();
  expect(await next("status = 'live', quarantined_at = NULL")).toBe(behind);
  expect(await next("status = 'stopped', desired_state = 'stopped'")).toBe(behind);
  await fixture.rows('UPDATE trading.bot_configs SET auto_deploy = false');
});

it('one of the bots that would follow at the same moment is deployed, and an operator may deploy another', async () => {
  const bots = [await aBot('ewmac', 'BTCUSDT'), await aBot('psar', 'BTCUSDT'), await aBot('psar', 'ETHUSDT')];
  const begin = (actor: string, botId: string) =>
    store.begin({ actor, traceId: newId() }, newId(), { botId, targetImageTag: 'v2', minLiveBars: 1 });
  const begun = await Promise.all(bots.map((botId) => begin(FOLLOWING_ACTOR, botId)));
  expect(begun.map(({ ok }) => ok)).toEqual([true, false, false]);
  expect(await fixture.rows('SELECT bot_id FROM ops.deploys')).toEqual([{ bot_id: bots[0] }]);
  expect(await begin('operator:alice', bots[1]!)).toEqual({
    ok: false,
    error: {
      kind: 'conflict',
      field: 'id',
      message: 'a bot of BTCUSDT follows a release: its deploy is under way',
    },
  });
  expect((await begin('operator:alice', bots[2]!)).ok).toBe(true);
  await fixture.rows("UPDATE ops.deploys SET status = 'failed', error = 'a test', finished_at = now()");
  expect((await begin('operator:alice', bots[1]!)).ok).toBe(true);
});

it('what was compared is read again once a side has decided another bar, and not before', async () => {
  const botId = await aBot('ewmac', 'UNIUSDT');
  const [deployId, request] = [newId(), { botId, targetImageTag: 'v2', minLiveBars: 1 }];
  expect((await store.begin({ actor: 'operator:alice', traceId: newId() }, deployId, request)).ok).toBe(true);
  await fixture.rows(
    `UPDATE trading.bot_leases SET fence = fence + 1, holder_id = gen_random_uuid(), expires_at = now() + interval '1 hour'
     WHERE bot_id = $1 AND shadow`,
    [botId],
  );
  const decide = (side: 'blue' | 'green', bar: number) =>
    fixture.rows(
      side === 'blue'
        ? `INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, previous_digest, digest)
           VALUES ($1, 1, $2::int8, sha256('bar'), sha256(int8send($2)), sha256('after'))`
        : `INSERT INTO trading.shadow_decisions (bot_id, fence, bar_open_time, bar_digest, replayed)
           SELECT bot_id, fence, $2, sha256('bar'), true FROM trading.bot_leases WHERE bot_id = $1 AND shadow`,
      [botId, bar],
    );
  const compared: string[] = [];
  const pool = new pg.Pool({ connectionString: fixture.database.urlFor('platform_manager') });
  const log = ({ query }: { query: { sql: string } }) => void compared.push(query.sql);
  const logged = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log });
  const looking = new DeployStore(logged);
  const look = async () => {
    compared.length = 0;
    const { matches, awaitedSinceMs } = (await looking.facts(deployId))!.comparison;
    const isRead = compared.some((sql) => sql.includes('LEFT JOIN trading.shadow_decisions'));
    return { matches, isBehind: awaitedSinceMs !== null, isRead };
  };
  try {
    await decide('green', 1);
    await decide('blue', 1);
    expect(await look()).toEqual({ matches: 1, isBehind: false, isRead: true });
    expect(await look()).toEqual({ matches: 1, isBehind: false, isRead: false });
    await decide('blue', 2);
    expect(await look()).toEqual({ matches: 1, isBehind: true, isRead: true });
    await decide('green', 2);
    expect(await look()).toEqual({ matches: 2, isBehind: false, isRead: true });
    expect(await look()).toEqual({ matches: 2, isBehind: false, isRead: false });
  } finally {
    await logged.destroy();
  }
});

it('a deploy whose shadow lease another instance holds is not initiated, and nothing of it is left', async () => {
  const botId = await aBot('ewmac', 'DOTUSDT');
  await fixture.rows(
    `INSERT INTO trading.bot_leases (symbol, strategy, shadow, lease_key, fence, bot_id, holder_id, expires_at)
     VALUES ('DOTUSDT', 'ewmac', true, 1, 7, gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour')`,
  );
  const stored = async () => [
    await fixture.rows('SELECT id FROM ops.deploys WHERE bot_id = $1', [botId]),
    await fixture.rows('SELECT id FROM ops.audit_log WHERE resource_id = $1', [botId]),
    await fixture.rows("SELECT * FROM trading.bot_leases WHERE symbol = 'DOTUSDT'"),
  ];
  const before = await stored();
  const { promote } = handlers();
  const request = {
    params: { id: botId },
    body: { target_image_tag: 'v2' },
    raw: { headers: {} },
    traceId: newId(),
  };
  await expect(promote(request as unknown as Parameters<typeof promote>[0])).rejects.toMatchObject({
    code: 'MANAGER_DEPLOY_INITIATION_FAILED',
    message: 'the shadow lease of DOTUSDT and ewmac is held by another instance',
  });
  expect(await stored()).toEqual(before);
});

it('an abort between the swap and the end of the former release is refused with the way back', async () => {
  const botId = await aBot('ewmac', 'LINKUSDT');
  const [deployId, asked] = [newId(), { botId, targetImageTag: 'v2', minLiveBars: 1 }];
  expect((await store.begin({ actor: 'operator:alice', traceId: newId() }, deployId, asked)).ok).toBe(true);
  for (const status of ['shadowing', 'swapping']) {
    await fixture.rows('UPDATE ops.deploys SET status = $2 WHERE id = $1', [deployId, status]);
  }
  const { abortDeploy } = handlers();
  const request = { params: { id: botId }, raw: { headers: {} }, traceId: newId() };
  await expect(abortDeploy(request as unknown as Parameters<typeof abortDeploy>[0])).rejects.toMatchObject({
    code: 'MANAGER_INVALID_STATE_TRANSITION',
    message: 'the swap is done: deploy the former release to go back',
  });
});

it('divergences cannot be accepted once the swap is done, and nothing is put on record', async () => {
  const botId = await aBot('ewmac', 'AVAXUSDT');
  const [deployId, asked] = [newId(), { botId, targetImageTag: 'v2', minLiveBars: 1 }];
  const alice = { actor: 'operator:alice', traceId: newId() };
  expect((await store.begin(alice, deployId, asked)).ok).toBe(true);
  const divergence = { open_time_ms: 1, field: 'side', blue: { side: 'long' }, green: null };
  const compared = { matches: 0, divergences: [divergence], liveBars: 1, comparedToMs: 1, ...IN_TIME };
  await store.note(deployId, compared, true, null);
  for (const status of ['shadowing', 'swapping']) {
    await fixture.rows('UPDATE ops.deploys SET status = $2 WHERE id = $1', [deployId, status]);
  }
  expect(await store.accept(alice, asked, divergenceDigest([divergence])!)).toMatchObject({
    ok: false,
    error: { kind: 'refused' },
  });
  const audit = `SELECT FROM ops.audit_log WHERE resource_id = $1 AND action = 'accept_divergences'`;
  expect(await fixture.rows(audit, [botId])).toEqual([]);
});

it('a shadow lease that has lapsed is named with its end, and what was compared before stays', async () => {
  const botId = await aBot('ewmac', 'SOLUSDT');
  const [deployId, request] = [newId(), { botId, targetImageTag: 'v2', minLiveBars: 1 }];
  expect((await store.begin({ actor: 'operator:alice', traceId: newId() }, deployId, request)).ok).toBe(true);
  // What kick-off has set aside is not the new release's yet.
  expect(await store.facts(deployId)).toMatchObject({ hasGreenLease: false, greenLeaseEndMs: null });
  const hold = (until: string) =>
    fixture.rows<{ end_ms: number }>(
      `UPDATE trading.bot_leases SET fence = fence + 1, holder_id = gen_random_uuid(), expires_at = now() + $2::interval
       WHERE bot_id = $1 AND shadow RETURNING (extract(epoch FROM expires_at) * 1000)::float8 AS end_ms`,
      [botId, until],
    );
  await hold('15 seconds');
  expect(await store.facts(deployId)).toMatchObject({ hasGreenLease: true });
  const compared = { matches: 7, divergences: [], liveBars: 2, comparedToMs: 1, ...IN_TIME };
  await store.note(deployId, compared, true, null);

  const [lapsed] = await hold('-1 minute');
  await store.note(deployId, null, true, 'the new release does not hold its shadow lease');
  expect(await store.facts(deployId)).toMatchObject({
    hasGreenLease: false,
    greenLeaseEndMs: lapsed!.end_ms,
    wasDeliberate: true,
    known: { matches: 7, divergences: 0, waitingFor: 'the new release does not hold its shadow lease' },
  });
});

it('every divergence of 500 replayed bars and the live ones is shown, and a list of deploys has the first', async () => {
  const botId = await aBot('ewmac', 'LTCUSDT');
  const [deployId, request] = [newId(), { botId, targetImageTag: 'v2', minLiveBars: 1 }];
  expect((await store.begin({ actor: 'operator:alice', traceId: newId() }, deployId, request)).ok).toBe(true);
  const divergences = Array.from({ length: DEPLOY_REPLAY_BARS + 10 }, (_, k) => ({
    open_time_ms: k,
    field: 'side',
    blue: { side: 'long' },
    green: null,
  }));
  const compared = { matches: 0, divergences, liveBars: 10, comparedToMs: 1, ...IN_TIME };
  await store.note(deployId, compared, true, null);
  const reads = new DeployReads(kysely);
  expect((await reads.latest(botId))?.divergences).toEqual(divergences);
  expect((await reads.page(botId, null, 1))[0]?.divergences).toEqual(divergences.slice(0, 100));
});
