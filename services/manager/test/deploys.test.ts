/** Green/blue deploys with real bots. */
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY_SHOWN_BARS, type Deploy, type DeployBar } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerFaults } from './deploy-judge';
import { DECIDED_BEFORE, DeployWorld } from './deploy-world';
import { call } from './fixture';

const TICK_MS = 300;

let world: DeployWorld;
/** The manager that answers and converges. */
let manager: ServiceHandle;
beforeAll(async () => {
  world = await DeployWorld.open();
  world.manager = manager = await world.fixture.start(world.environment(TICK_MS));
});
afterAll(() => world?.close());

it('a deploy moves a bot to a release that decides alike: one whole chain, and no former release', async () => {
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
  ) as { readonly targets: readonly string[] }[];
  expect(targets).toMatchObject([{ labels: { bot_id: id, slot: 'green', release: 'v2' } }]);
  const ofBot = async (path: string) =>
    await (await fetch(`http://${targets[0]!.targets[0]!}${path}`)).text();
  expect(JSON.parse(await ofBot('/healthz'))).toMatchObject({ release: 'v2' });
  expect(await ofBot('/metrics')).toContain('platform_release_info{release="v2"} 1');
  expect((await world.abort(id)).body.code).toBe('MANAGER_INVALID_STATE_TRANSITION');
  const metrics = await (await fetch(`${world.manager.url}/metrics`)).text();
  expect(metrics).toMatch(/platform_manager_deploys_total\{outcome="completed"\} 1/);
  expect(metrics).toMatch(/platform_manager_deploy_duration_seconds_count 1/);
  // More where the shadow lost its lease for a while: what it decided before is then compared again.
  expect(await metric('platform_manager_deploy_shadow_compare_matches_total')).toBeGreaterThanOrEqual(
    done.shadow_matches,
  );

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

it('a deploy goes on from the handed-over state when the new release is killed right after the swap', async () => {
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

it('an aborted deploy leaves the running release as it was and the shadow lease free', async () => {
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
  expect(await deploysEnded('aborted')).toBe(1);
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
  expect(await deploysEnded('failed')).toBe(1);
  expect(await metric('platform_manager_deploy_shadow_compare_divergences_total')).toBeGreaterThan(0);

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
  const accept = (digest: string) => world.promote(id, { target_image_tag: 'v6', divergence_digest: digest });
  expect((await accept('0'.repeat(64))).body).toMatchObject({
    code: 'MANAGER_CONFLICT',
    field: 'divergence_digest',
  });
  expect((await accept(waiting.divergence_digest!)).status).toBe(202);
  expect(await world.ended(id)).toMatchObject({ status: 'completed' });
  await world.retire(id);
});

it('a deploy fails and changes nothing when the new release ends or is not what its manifest says', async () => {
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
  // The limit on its memory ends it as it would end a bot that leaks. Without the limit it would have
  // enough, and say so.
  world.release('greedy', undefined, GREEDY);
  expect((await world.promote(id, { target_image_tag: 'greedy' })).status).toBe(202);
  expect(await world.ended(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^the new release ended/),
  });
  const log = readFileSync(join(world.directory.path, 'state', 'bots', `${id}-green.log`), 'utf8');
  expect(log).toContain('JavaScript heap out of memory');
  expect(log).not.toContain('enough memory');
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

it('deploys of bots that follow releases are made one at a time, and the first failure stops the rest', async () => {
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

it('a deploy fails when its bot changes or its release is gone, and the bot goes on as configured', async () => {
  world.release('v7');
  const id = await world.runningBot('DOGEUSDT');
  const shadowed = async () => {
    await eventually(async () => (await world.latest(id)).live_bars > 0);
    expect(world.living(id)).toHaveLength(2);
  };
  const failedBecause = async (error: string) => {
    expect(await world.ended(id)).toMatchObject({ status: 'failed', error });
    await eventually(() => world.living(id).every(({ slot }) => slot === 'blue'));
    expect(await freeShadowLeases(id)).toBe(1);
    expect((await world.bot(id)).image_tag).toBe('latest');
  };
  expect((await world.promote(id, { target_image_tag: 'v7', min_live_bars: 1_000 })).status).toBe(202);
  await shadowed();
  const changed = await call(world.manager, 'PATCH', `/bots/${id}`, {
    params: { fast: 5, slow: 12, vol_span: 10 },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await failedBecause('the configuration of the bot changed');
  await eventually(async () => (await world.decided(id, 2)) > 3);

  // One that leaves only by force keeps the place until the release of the next deploy is gone.
  world.release(
    'clinging',
    undefined,
    "process.on('SIGTERM', () => undefined);\nsetInterval(() => undefined, 1_000);\n",
  );
  expect((await world.promote(id, { target_image_tag: 'clinging' })).status).toBe(202);
  await eventually(() => world.living(id).length === 2);
  expect((await world.abort(id)).status).toBe(200);
  world.release('v8');
  expect((await world.promote(id, { target_image_tag: 'v8' })).status).toBe(202);
  rmSync(world.releaseFolder('v8'), { recursive: true });
  world.kill(id, 'green');
  await failedBecause('there is no release v8');

  // A clock that was set back since: the deploy under way is shown, not the one that seems to be newer.
  await world.fixture.rows(
    `UPDATE ops.deploys SET created_at = created_at + interval '1 day' WHERE bot_id = $1`,
    [id],
  );
  const { body } = await world.promote(id, { target_image_tag: 'v7', min_live_bars: 1_000 });
  const shown = await call<{ deploy: Deploy }>(world.manager, 'GET', `/bots/${id}/deploy/status`);
  expect(shown.body.deploy.deploy_id).toBe(body.deploy_id);
  await world.fixture.rows(
    `UPDATE ops.deploys SET created_at = created_at - interval '1 day' WHERE bot_id = $1 AND finished_at IS NOT NULL`,
    [id],
  );
  await shadowed();
  await call(world.manager, 'POST', `/bots/${id}/stop`);
  await failedBecause('the bot was stopped');
  expect((await call(world.manager, 'GET', '/bots')).status).toBe(200);
  await eventually(async () => (await world.bot(id)).status === 'stopped');
  expect((await call(world.manager, 'DELETE', `/bots/${id}`)).status).toBe(200);
});

it('a deploy is begun by one of two managers that are asked at once, and ended by the one that is left', async () => {
  world.release('v9');
  const id = await world.runningBot('LTCUSDT');
  const standby = await world.fixture.start(world.environment(TICK_MS));
  const body = { target_image_tag: 'v9', min_live_bars: 1_000 };
  const answers = await Promise.all(
    [manager, standby].map((asked) => call(asked, 'POST', `/bots/${id}/deploy/promote`, body)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  await eventually(async () => (await world.latest(id)).live_bars > 0);
  await manager.close();
  world.manager = manager = standby;
  await world.fixture.rows(`UPDATE ops.deploys SET min_live_bars = 0 WHERE bot_id = $1`, [id]);
  expect(await world.ended(id)).toMatchObject({ status: 'completed', error: null });
  expect(await ledgerFaults(world, id)).toEqual([]);
  expect(world.living(id).map(({ slot }) => slot)).toEqual(['green']);
  await world.retire(id);
});

it('a deploy needs a valid image tag', async () => {
  const id = newId();
  for (const tag of [
    '',
    '.',
    '..',
    '../v2',
    '.v2',
    '-v2',
    'v2/',
    'v 2',
    'v2\n',
    'ü',
    '__proto__',
    'v'.repeat(129),
    2,
    null,
    ['v2'],
    { tag: 'v2' },
  ]) {
    for (const path of ['promote', 'deploy/promote']) {
      const answer = await call(world.manager, 'POST', `/bots/${id}/${path}`, { target_image_tag: tag });
      expect(answer, JSON.stringify(tag)).toMatchObject({
        status: 400,
        body: { code: 'MANAGER_INVALID_IMAGE_TAG', field: 'target_image_tag' },
      });
    }
  }
});

/** Twice what a bot may have. */
const GREEDY = `const all = [];
while (process.memoryUsage().heapUsed < 128 * 2 ** 20) all.push(Array(1e5).fill({}));
console.log('enough memory');
process.exit(5);
`;

async function freeShadowLeases(id: string): Promise<number> {
  const rows = await world.fixture.rows(
    'SELECT FROM trading.bot_leases WHERE bot_id = $1 AND shadow AND released_at IS NOT NULL',
    [id],
  );
  return rows.length;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${world.manager.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

const deploysEnded = (outcome: string) => metric(`platform_manager_deploys_total{outcome="${outcome}"}`);

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
