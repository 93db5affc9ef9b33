/** Changes of parameters by a green/blue deploy, and a new release that falls silent, with real bots. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BotConfig, Deploy } from '@platform/contracts';
import { buildPatched } from '@platform/sim';
import { REPOSITORY } from '@platform/stack';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerFaults } from './deploy-judge';
import { DeployWorld } from './deploy-world';
import { call } from './fixture';

const TICK_MS = 700;
const BEFORE = { fast: 4, slow: 12, vol_span: 10 };
const AFTER = { fast: 6, slow: 12, vol_span: 10, size_hint: { kind: 'fixed', value: 0.1 } };

let world: DeployWorld;
/** Changed and changed back in the first three tests, in their order. */
let id: string;
beforeAll(async () => {
  world = await DeployWorld.open();
  world.manager = await world.fixture.start(world.environment(TICK_MS));
});
afterAll(() => world?.close());

const configOf = async (id: string) => (await call<BotConfig>(world.manager, 'GET', `/bots/${id}`)).body;

/** In shadow until its list of divergences waits for an operator. */
const waiting = (id: string) =>
  eventually(async () => {
    const deploy = await world.latest(id);
    const isWaiting = deploy.waiting_for?.includes('accepted') === true;
    return (isWaiting || deploy.finished_at !== null) && deploy;
  });

/** The list grows while bars arrive: what is new by the time of the swap has to be accepted as well. */
const accepted = (id: string): Promise<Deploy> =>
  eventually(async () => {
    const deploy = await world.latest(id);
    const { target_image_tag, divergence_digest, waiting_for: waitingFor } = deploy;
    if (waitingFor?.includes('accepted') === true)
      await world.promote(id, { target_image_tag, divergence_digest });
    return deploy.finished_at !== null && deploy;
  });

const untilDecided = (id: string, generation: number) =>
  eventually(async () => (await world.decided(id, generation)) > 3);

const promote = (params: object) =>
  world.promote(id, { target_image_tag: 'latest', params, min_live_bars: 0 });

it('parameters that no bot could be created with are refused, and so are those that it has', async () => {
  id = await world.runningBot('BTCUSDT');
  await eventually(async () => {
    const signals = await world.rows(
      'SELECT FROM trading.bar_decisions WHERE bot_id = $1 AND signal IS NOT NULL LIMIT 1',
      [id],
    );
    return signals.length > 0;
  });
  for (const [params, field] of [
    [{ ...BEFORE, fast: -1 }, 'params/fast'],
    [{ ...BEFORE, colour: 'red' }, 'params/colour'],
    [[], 'params'],
  ] as const) {
    expect(await promote(params)).toMatchObject({
      status: 400,
      body: { code: 'MANAGER_INVALID_REQUEST', field },
    });
  }
  expect((await promote(BEFORE)).body).toMatchObject({
    code: 'MANAGER_CONFLICT',
    field: 'target_image_tag',
    message: 'the bot runs latest already, with these parameters',
  });
  expect(await world.latest(id)).toBeUndefined();
});

it('a change of parameters is listed first, and an abort leaves them as they were', async () => {
  expect(await promote(AFTER)).toMatchObject({ status: 202, body: { params: AFTER, from_params: BEFORE } });
  const shadowing = await waiting(id);
  expect(shadowing, shadowing.error ?? '').toMatchObject({ status: 'shadowing', is_deliberate: true });
  expect(shadowing.shadow_divergences).toBeGreaterThan(0);
  expect(world.living(id)).toHaveLength(2);
  expect((await world.abort(id)).status).toBe(200);
  await eventually(() => world.living(id).length === 1);
  expect(await configOf(id)).toMatchObject({ params: BEFORE, generation: 1 });
});

it('a change of parameters whose list is accepted swaps them in, and going back returns the former ones', async () => {
  expect((await promote(AFTER)).status).toBe(202);
  await waiting(id);
  const wrong = { target_image_tag: 'latest', divergence_digest: '0'.repeat(64) };
  expect((await world.promote(id, wrong)).body.code).toBe('MANAGER_CONFLICT');
  expect(await accepted(id)).toMatchObject({ status: 'completed', params: AFTER, from_params: BEFORE });
  expect(await configOf(id)).toMatchObject({ image_tag: 'latest', params: AFTER, generation: 2 });
  await untilDecided(id, 2);
  // The next start finds the same parameters in its configuration, and a state that was decided with them.
  world.kill(id);
  const decided = await world.decided(id, 2);
  await eventually(async () => (await world.decided(id, 2)) > decided + 3);
  expect(await ledgerFaults(world, id)).toEqual([]);

  expect((await promote(BEFORE)).status).toBe(202);
  await waiting(id);
  expect(await accepted(id)).toMatchObject({ status: 'completed', params: BEFORE, from_params: AFTER });
  expect(await configOf(id)).toMatchObject({ params: BEFORE, generation: 3 });
  await untilDecided(id, 3);
  expect(await ledgerFaults(world, id)).toEqual([]);
  const audit = await world.rows<{ before: object; after: object }>(
    `SELECT before, after FROM ops.audit_log WHERE resource_id = $1 AND action = 'start_deploy' ORDER BY id DESC LIMIT 1`,
    [id],
  );
  expect(audit).toMatchObject([{ before: { params: AFTER }, after: { params: BEFORE } }]);
  await world.retire(id);
});

it('a new release that keeps its lease but stops deciding fails its deploy, named with its last bar', async () => {
  const program = await buildPatched('bot', [SILENT], join(REPOSITORY, 'dist', 'deploys', 'silent'));
  world.release('silent', undefined, readFileSync(program, 'utf8'));
  const other = await world.runningBot('ETHUSDT');
  const fence = await world.fence(other);
  expect((await world.promote(other, { target_image_tag: 'silent', min_live_bars: 1_000 })).status).toBe(202);
  const last = await eventually(async () => {
    const rows = await world.rows<{ bar: string; behind: number }>(
      `SELECT shadow.bar, count(ledger.*)::int AS behind
       FROM (SELECT max(bar_open_time) AS bar FROM trading.shadow_decisions WHERE bot_id = $1) shadow
       JOIN trading.bar_decisions ledger ON ledger.bot_id = $1 AND ledger.bar_open_time > shadow.bar GROUP BY shadow.bar`,
      [other],
    );
    return rows[0] !== undefined && rows[0].behind > 5 && rows[0];
  });
  // It is alive and holds its lease; only the wait is made to have lasted.
  expect(await world.latest(other)).toMatchObject({ status: 'shadowing', error: null });
  await world.rows(
    `UPDATE trading.bar_decisions SET created_at = created_at - interval '6 minutes' WHERE bot_id = $1`,
    [other],
  );
  const lastBar = new Date(Number(last.bar)).toISOString();
  expect(await world.ended(other)).toMatchObject({
    status: 'failed',
    error: `release silent in the green place decides no more bars although the running release does, for 5 minutes: its last bar is that of ${lastBar}`,
  });
  await eventually(() => world.living(other).every(({ slot }) => slot === 'blue'));
  expect(await world.bot(other)).toMatchObject({ image_tag: 'latest', generation: 1, active_slot: 'blue' });
  expect(await world.fence(other)).toBe(fence);
  const decided = await world.decided(other, 1);
  await eventually(async () => (await world.decided(other, 1)) > decided + 3);
  expect(await ledgerFaults(world, other)).toEqual([]);
  await world.retire(other);
});

/** It decides what it missed and then never decides again. */
const SILENT = {
  file: 'services/bot/src/sources/scripted-source.ts',
  find: '    this.running ??= this.play(receiver);',
  replace: '',
};
