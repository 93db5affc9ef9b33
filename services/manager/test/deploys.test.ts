/** Green/blue deploys with real bots. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY_SHOWN_BARS, type Deploy, type DeployBar } from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerFaults } from './deploy-judge';
import { DECIDED_BEFORE, DeployWorld } from './deploy-world';
import { call } from './fixture';

const TICK_MS = 300;

let world: DeployWorld;
beforeAll(async () => {
  world = await DeployWorld.open();
  world.manager = await world.fixture.start(world.environment(TICK_MS));
});
afterAll(() => world?.close());

describe('a deploy', () => {
  it('moves a bot to a release that decides alike: one chain without hole or double, and the former release is gone', async () => {
    world.release('v2');
    const id = await world.runningBot('BTCUSDT');
    const { status, body } = await world.promote(id, { target_image_tag: 'v2' });
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body).toMatchObject({
      status: 'pending',
      from_image_tag: 'latest',
      slot: 'green',
      min_live_bars: 1,
    });
    expect((await world.promote(id, { target_image_tag: 'v2' })).body.code).toBe('MANAGER_CONFLICT');

    const done = await world.ended(id);
    expect(done, done.error ?? '').toMatchObject({ status: 'completed', shadow_divergences: 0, error: null });
    expect(done.shadow_matches).toBeGreaterThan(DECIDED_BEFORE);
    expect(done.live_bars).toBeGreaterThan(0);
    expect(await world.bot(id)).toMatchObject({ image_tag: 'v2', generation: 2, active_slot: 'green' });

    await eventually(async () => (await world.decided(id, 2)) > 5);
    expect(await ledgerFaults(world, id)).toEqual([]);
    expect(world.living(id)).toHaveLength(1);
    const targets = JSON.parse(
      readFileSync(join(world.directory.path, 'state', 'file_sd', 'bots.json'), 'utf8'),
    );
    expect(targets).toMatchObject([{ labels: { bot_id: id, slot: 'green', release: 'v2' } }]);
    expect((await world.abort(id)).body.code).toBe('MANAGER_INVALID_STATE_TRANSITION');
    const metrics = await (await fetch(`${world.manager.url}/metrics`)).text();
    expect(metrics).toMatch(/platform_manager_deploys_total\{outcome="completed"\} 1/);
    expect(metrics).toMatch(/platform_manager_deploy_duration_seconds_count 1/);

    // The chain of the new generation starts with what was handed over, and its audit starts there too.
    await world.restart(id);
    await eventually(async () => {
      const audits = await world.fixture.rows<{ result: string; bar_count: number }>(
        'SELECT result, bar_count FROM trading.parity_audits WHERE bot_id = $1 AND generation = 2',
        [id],
      );
      return audits.some(({ result, bar_count: count }) => result === 'match' && count > 5);
    });

    // And back: the way back cannot be removed meanwhile, an unused release can.
    expect((await call(world.manager, 'DELETE', '/releases/v2')).body.code).toBe('MANAGER_CONFLICT');
    world.release('v3');
    expect((await call(world.manager, 'DELETE', '/releases/v3')).status).toBe(200);
    expect((await call(world.manager, 'GET', '/releases/v3')).status).toBe(404);
    expect((await world.promote(id, { target_image_tag: 'latest', min_live_bars: 0 })).status).toBe(202);
    const back = await world.ended(id);
    expect(back, back.error ?? '').toMatchObject({ status: 'completed', slot: 'blue' });
    expect(await world.bot(id)).toMatchObject({ image_tag: 'latest', generation: 3, active_slot: 'blue' });
    await eventually(async () => (await world.decided(id, 3)) > 3);
    expect(await ledgerFaults(world, id)).toEqual([]);
    const history = await call<{ items: Deploy[] }>(world.manager, 'GET', `/bots/${id}/deploys`);
    expect(history.body.items.map(({ target_image_tag: tag }) => tag)).toEqual(['latest', 'v2']);
    await world.retire(id);
  });

  it('goes on when the new release is killed right after the swap, from the state that was handed over', async () => {
    world.release('v4');
    const id = await world.runningBot('ETHUSDT');
    await world.promote(id, { target_image_tag: 'v4', min_live_bars: 0 });
    await eventually(
      async () =>
        (await world.latest(id)).status === 'swapping' || (await world.latest(id)).finished_at !== null,
    );
    world.kill(id);
    const done = await world.ended(id);
    expect(done, done.error ?? '').toMatchObject({ status: 'completed' });
    await eventually(async () => (await world.decided(id, 2)) > 3);
    expect(await ledgerFaults(world, id)).toEqual([]);
    await world.retire(id);
  });

  it('that is aborted leaves the running release as it was and the shadow lease free', async () => {
    world.release('v5');
    const id = await world.runningBot('SOLUSDT');
    await world.promote(id, { target_image_tag: 'v5', min_live_bars: 1_000 });
    await eventually(async () => (await world.latest(id)).live_bars > 0);
    // A halt that came after the step was planned: the swap itself looks once more.
    await latch('halt', true);
    const [{ refusal } = { refusal: null }] = await world.fixture.rows<{ refusal: string | null }>(
      `SELECT trading.swap_bot(deploy.id, state.bar_open_time) AS refusal
       FROM ops.deploys deploy JOIN trading.bot_states state USING (bot_id) WHERE bot_id = $1 AND status = 'shadowing'`,
      [id],
    );
    expect(refusal).toBe('trading is halted');
    await latch('resume', false);
    const before = await world.fixture.rows(
      'SELECT fence, holder_id FROM trading.bot_leases WHERE bot_id = $1 AND NOT shadow',
      [id],
    );
    expect((await world.abort(id)).body).toMatchObject({ status: 'aborted' });
    await eventually(() => world.living(id).length === 1);
    expect(await world.bot(id)).toMatchObject({ image_tag: 'latest', generation: 1, active_slot: 'blue' });
    const leases = await world.fixture.rows<{ shadow: boolean; is_free: boolean }>(
      'SELECT shadow, released_at IS NOT NULL AS is_free FROM trading.bot_leases WHERE bot_id = $1 ORDER BY shadow',
      [id],
    );
    expect(leases).toEqual([
      { shadow: false, is_free: false },
      { shadow: true, is_free: true },
    ]);
    expect(
      await world.fixture.rows(
        'SELECT fence, holder_id FROM trading.bot_leases WHERE bot_id = $1 AND NOT shadow',
        [id],
      ),
    ).toEqual(before);
    // What was compared stays readable, without the bars that the bot decided alone since.
    const bars = await shownBars(id);
    expect(bars.length).toBeGreaterThan(0);
    expect(bars.length).toBeLessThanOrEqual(DEPLOY_SHOWN_BARS);
    expect(bars.map(({ verdict }) => verdict)).toEqual(bars.map(() => 'alike'));
    expect(bars.some(({ is_live: isLive }) => isLive)).toBe(true);
    const decidedThen = await world.decided(id, 1);
    await eventually(async () => (await world.decided(id, 1)) > decidedThen + 2);
    expect(await ledgerFaults(world, id)).toEqual([]);

    // A release that decides otherwise although its code is the same: an accident, named with bar and field.
    await tamper(id);
    expect((await world.promote(id, { target_image_tag: 'v5' })).status).toBe(202);
    const failed = await world.ended(id);
    expect(failed).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/diverges at the bar of .* in (decision|sl)/),
    });
    expect(failed.divergences[0]).toMatchObject({ blue: expect.anything() });

    // The same from other code is what somebody wanted: it waits for the digest of exactly this list.
    world.release('v6', (manifest) => ({
      ...manifest,
      strategies: { ...manifest.strategies, ewmac: 'f'.repeat(64) },
    }));
    expect((await world.promote(id, { target_image_tag: 'v6', min_live_bars: 0 })).status).toBe(202);
    const waiting = await eventually(async () => {
      const deploy = await world.latest(id);
      const isWaiting = deploy.waiting_for?.includes('accepted') === true;
      return (isWaiting || deploy.finished_at !== null) && deploy;
    });
    expect(waiting).toMatchObject({ status: 'shadowing', is_deliberate: true, shadow_divergences: 1 });
    const accept = (digest: string) =>
      world.promote(id, { target_image_tag: 'v6', divergence_digest: digest });
    expect((await accept('0'.repeat(64))).body).toMatchObject({
      code: 'MANAGER_CONFLICT',
      field: 'divergence_digest',
    });
    expect((await accept(waiting.divergence_digest!)).status).toBe(202);
    expect(await world.ended(id)).toMatchObject({ status: 'completed' });
    await world.retire(id);
  });

  it('fails with the reason when the new release ends or is not what its manifest says, and changes nothing', async () => {
    world.release('crashing', undefined, 'process.exit(3);\n');
    world.release('altered');
    appendFileSync(join(world.releaseFolder('altered'), 'bot.mjs'), '\n// altered\n');
    const id = await world.runningBot('XRPUSDT');
    for (const [tag, message] of [
      ['unheard-of', /no release/],
      ['altered', /manifest/],
    ] as const) {
      const { status, body } = await world.promote(id, { target_image_tag: tag });
      expect({ status, code: body.code }).toEqual({ status: 500, code: 'MANAGER_DEPLOY_INITIATION_FAILED' });
      expect(body.message).toMatch(message);
    }
    expect(
      (await call<{ deploy: Deploy | null }>(world.manager, 'GET', `/bots/${id}/deploy/status`)).body.deploy,
    ).toBeNull();
    expect((await world.promote(id, { target_image_tag: 'crashing' })).status).toBe(202);
    expect(await world.ended(id)).toMatchObject({
      status: 'failed',
      error: 'the new release ended with exit code 3',
    });
    // The limit on its memory ends it as it would end a bot that leaks.
    world.release('greedy', undefined, 'const all = [];\nfor (;;) all.push(Array(1e5).fill({}));\n');
    expect((await world.promote(id, { target_image_tag: 'greedy' })).status).toBe(202);
    expect(await world.ended(id)).toMatchObject({
      ...{ status: 'failed', error: expect.stringMatching(/^the new release ended/) },
    });
    // One that never gets ready is not waited for beyond the limit, which is made to have passed.
    world.release('idle', undefined, 'setInterval(() => undefined, 1_000);\n');
    expect((await world.promote(id, { target_image_tag: 'idle' })).status).toBe(202);
    await eventually(() => world.living(id).length === 2);
    await eventually(async () => {
      const [deploy] = await world.fixture.rows<{ error: string | null }>(
        `UPDATE ops.deploys SET created_at = now() - interval '6 minutes'
         WHERE bot_id = $1 AND target_image_tag = 'idle' RETURNING error`,
        [id],
      );
      return deploy!.error === 'the new release did not get ready within 5 minutes';
    });
    await eventually(() => world.living(id).length === 1);
    expect(await world.bot(id)).toMatchObject({ image_tag: 'latest', generation: 1 });

    await latch('halt', true);
    expect((await world.promote(id, { target_image_tag: 'crashing' })).body.code).toBe(
      'MANAGER_INVALID_STATE_TRANSITION',
    );
    await latch('resume', false);
    await world.fixture.rows(`UPDATE trading.bot_configs SET quarantined_at = now() WHERE id = $1`, [id]);
    expect((await world.promote(id, { target_image_tag: 'crashing' })).body.code).toBe(
      'MANAGER_INVALID_STATE_TRANSITION',
    );
    await world.fixture.rows(`UPDATE trading.bot_configs SET quarantined_at = NULL WHERE id = $1`, [id]);
    expect((await world.promote(id, { target_image_tag: 'latest' })).body.code).toBe('MANAGER_CONFLICT');
    expect((await world.promote(id, { target_image_tag: '!' })).body.code).toBe('MANAGER_INVALID_IMAGE_TAG');
    expect((await world.promote(id, { target_image_tag: 'altered', min_live_bars: -1 })).body).toMatchObject({
      code: 'MANAGER_INVALID_REQUEST',
      field: 'min_live_bars',
    });
    expect((await world.abort(id)).body.code).toBe('MANAGER_INVALID_STATE_TRANSITION');
    await call(world.manager, 'POST', `/bots/${id}/stop`);
    expect((await world.promote(id, { target_image_tag: 'crashing' })).body.code).toBe(
      'MANAGER_INVALID_STATE_TRANSITION',
    );
  });

  it('of bots that follow new releases is made one at a time, and the first failure stops the rest', async () => {
    const deploysOf = (tag: string) =>
      world.fixture.rows<{ bot_id: string; status: string; created_at: Date; finished_at: Date | null }>(
        'SELECT bot_id, status, created_at, finished_at FROM ops.deploys WHERE target_image_tag = $1 ORDER BY created_at',
        [tag],
      );
    const ids = [
      await world.runningBot('FOLLOW1USDT', { auto_deploy: true }),
      await world.runningBot('FOLLOW2USDT', { auto_deploy: true }),
    ];
    // What is the newest release now fails to run.
    world.release('broken', undefined, 'process.exit(4);\n');
    await eventually(async () => (await deploysOf('broken')).some(({ status }) => status === 'failed'));
    world.release('sound');
    await eventually(async () => {
      const done = await deploysOf('sound');
      return done.length === 2 && done.every(({ status }) => status === 'completed');
    });
    expect(await deploysOf('broken')).toHaveLength(1);
    const [first, second] = await deploysOf('sound');
    expect([first!.bot_id, second!.bot_id].sort()).toEqual([...ids].sort());
    expect(second!.created_at.getTime()).toBeGreaterThanOrEqual(first!.finished_at!.getTime());
    for (const id of ids) {
      expect(await ledgerFaults(world, id)).toEqual([]);
      await world.retire(id);
    }
  });
});

async function shownBars(id: string): Promise<DeployBar[]> {
  const { status, body } = await call<{ items: DeployBar[] }>(
    world.manager,
    'GET',
    `/bots/${id}/deploy/bars`,
  );
  expect(status).toBe(200);
  return body.items;
}

function latch(action: 'halt' | 'resume', halted: boolean): Promise<unknown> {
  return world.fixture.rows(
    `WITH act AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
       VALUES ($1, $2::risk.audit_action, 'all', 'drill', 'x'))
     UPDATE risk.risk_state SET halted = $3, halt_trace_id = $1`,
    [newId(), action, halted],
  );
}

/** Makes the running release look as if it had decided a stop on a bar on which it decided nothing. */
async function tamper(id: string): Promise<void> {
  await world.fixture.rows(
    `UPDATE trading.bar_decisions SET signal = '{"side": "long"}' WHERE bot_id = $1 AND bar_open_time =
      (SELECT bar_open_time FROM trading.bar_decisions WHERE bot_id = $1 AND signal IS NULL ORDER BY bar_open_time LIMIT 1 OFFSET 3)`,
    [id],
  );
}
