/**
 * Deploys of a bot and releases from the command line: a manager with real bots, and what a terminal shows of
 * them.
 */
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack/repository';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeployWorld } from '../../services/manager/test/deploy-world';
import { TOKEN } from '../../services/manager/test/fixture';

const TICK_MS = 700;
const BOT = 'bot on BTCUSDT';
const OTHER_SIZE = JSON.stringify({
  fast: 4,
  slow: 12,
  vol_span: 10,
  size_hint: { kind: 'fixed', value: 0.1 },
});

let world: DeployWorld;
let id: string;
beforeAll(async () => {
  world = await DeployWorld.open();
  world.manager = await world.fixture.start({
    ...world.environment(TICK_MS),
    PLATFORM_MANAGER_MAX_RECONCILE_FAILURES: '2',
  });
  for (const tag of ['v2', 'v3']) world.release(tag);
  id = await world.runningBot('BTCUSDT');
});
afterAll(() => world?.close());

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Beside the manager, which runs in this process. */
function platform(...args: readonly string[]): Promise<Said> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PLATFORM_HOME: join(world.directory.path, 'no-stack'),
    PLATFORM_MANAGER_URL: world.manager.url,
    PLATFORM_MANAGER_OPERATOR_TOKEN: TOKEN,
  };
  return new Promise((resolve) => {
    const program = ['--import', 'tsx', 'cli/src/main.ts', ...args];
    execFile(process.execPath, program, { env, cwd: REPOSITORY }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

it('a bot is moved to a release and back, and the terminal shows how far it is', async () => {
  expect((await platform('deploy', 'status', BOT)).stdout).toBe('no deploy of this bot yet\n');
  expect(await platform('deploy', 'rollback', BOT)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has had no deploy to go back from'),
  });
  const moved = await platform('deploy', 'bot', BOT, 'v2', '--min-live-bars', '1');
  expect(moved, moved.stdout).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toMatch(
    /^latest → v2 \(deploy .*\n(?:(?:pending|shadowing|swapping) .*\n)*completed .*\n$/,
  );
  expect(moved.stdout).toMatch(/\ncompleted +[1-9]\d* equal, 0 different, [1-9]\d* live\n$/);
  expect(await world.bot(id)).toMatchObject({ image_tag: 'v2', generation: 2 });

  const back = await platform('deploy', 'rollback', BOT);
  expect(back, back.stdout).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toMatch(/^v2 → latest \(deploy [\s\S]*\ncompleted [^\n]*\n$/);
  expect(await world.bot(id)).toMatchObject({ image_tag: 'latest', generation: 3 });
  expect(await world.latest(id)).toMatchObject({ min_live_bars: 0 });
});

it('releases are listed with who needs them, shown, and removed when nothing does', async () => {
  const { stdout } = await platform('release', 'list');
  expect(stdout).toMatch(/^v3 .* may be removed$/m);
  expect(stdout).toMatch(/^v2 .* it is the way back of bot bot on BTCUSDT$/m);
  expect(JSON.parse((await platform('release', 'show', 'v3')).stdout)).toMatchObject({
    tag: 'v3',
    is_sound: true,
    needed_because: null,
    is_locked_alike: true,
  });
  world.release('unlocked', (manifest) => ({ ...manifest, dependencies: '0'.repeat(64) }));
  expect((await platform('release', 'list')).stdout).toMatch(
    /^unlocked .* may be removed; the lock file of its npm packages is another one now$/m,
  );
  expect(JSON.parse((await platform('release', 'show', 'unlocked')).stdout)).toMatchObject({
    is_locked_alike: false,
  });
  expect(await platform('release', 'remove', 'v2')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/MANAGER_CONFLICT: release v2 must stay/),
  });
  expect(await platform('release', 'remove', 'v3')).toEqual({
    code: 0,
    stdout: 'release v3 is removed\n',
    stderr: '',
  });
  expect((await platform('release', 'list')).stdout).not.toMatch(/^v3 /m);
});

it('a change of parameters that decides otherwise ends with exit code 3, to be accepted or aborted', async () => {
  // A decision to take another size at, among those that are decided again.
  await eventually(async () => {
    const signals = await world.rows(
      'SELECT FROM trading.bar_decisions WHERE bot_id = $1 AND signal IS NOT NULL AND generation = 3 LIMIT 1',
      [id],
    );
    return signals.length > 0;
  });
  const change = ['deploy', 'bot', BOT, 'latest', '--params', OTHER_SIZE, '--min-live-bars', '0'];
  const asked = await platform(...change);
  expect(asked, asked.stderr).toMatchObject({ code: 3, stderr: '' });
  expect(asked.stdout).toMatch(/ size_hint: \{.*"kind":"fixed".*\} → \{.*"kind":"fixed".*\}\n/);
  expect(asked.stdout).toMatch(/\nAccept them with --accept [0-9a-f]{64}\n$/);
  expect((await platform('deploy', 'status', BOT)).stdout).toMatch(
    /^shadowing .* divergences wait to be accepted\n$/,
  );
  expect(await platform('deploy', 'abort', BOT)).toEqual({
    code: 0,
    stdout: 'the deploy of latest is aborted; latest goes on\n',
    stderr: '',
  });
  expect((await platform('deploy', 'status', BOT)).stdout).toMatch(/^aborted /);

  expect((await platform(...change)).code).toBe(3);
  expect(await platform('deploy', 'bot', BOT, 'latest', '--accept', '0'.repeat(64))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the list of divergences is another one by now'),
  });
  // The list grows while bars arrive: what is new has to be accepted as well.
  const accepted = await eventually(async () => {
    const { divergence_digest: digest } = await world.latest(id);
    const said = await platform('deploy', 'bot', BOT, 'latest', '--accept', digest!);
    return said.code === 0 && said;
  });
  expect(accepted.stdout).toMatch(/\ncompleted [^\n]*\n$/);
  expect(await world.bot(id)).toMatchObject({ generation: 4 });
});

it('a bot that its new release left quarantined is rolled back by a restart with the former one', async () => {
  world.release('v4');
  expect((await platform('deploy', 'bot', BOT, 'v4', '--min-live-bars', '0')).code).toBe(0);
  const { generation } = await world.bot(id);
  // It is not started again from a release that is not what its manifest says.
  appendFileSync(join(world.releaseFolder('v4'), 'bot.mjs'), '\n// altered\n');
  world.kill(id);
  await eventually(async () => (await world.bot(id)).status === 'quarantined');

  const back = await platform('deploy', 'rollback', BOT);
  expect(back).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toMatch(
    /was quarantined, which is cleared, .* v4 → latest by a restart; its position and stop stay/,
  );
  await eventually(async () => (await world.bot(id)).status === 'live');
  expect(await world.bot(id)).toMatchObject({ image_tag: 'latest', generation: generation + 1 });
});

it.each([
  ['a bot that there is not', ['bot', 'stranger', 'v2'], /there is no bot called stranger/],
  ['a release that there is not', ['bot', BOT, 'v9'], /MANAGER_DEPLOY_INITIATION_FAILED: .*no release v9/],
  ['parameters that are no object', ['bot', BOT, 'v2', '--params', '[]'], /--params must be a JSON object/],
  [
    'a number of bars that is not a number',
    ['bot', BOT, 'v2', '--min-live-bars', 'x'],
    /--min-live-bars must be/,
  ],
  ['an abort of nothing', ['abort', BOT], /MANAGER_INVALID_STATE_TRANSITION/],
])('%s ends with exit code 1 and a sentence', async (_, args, sentence) => {
  const { code, stderr } = await platform('deploy', ...args);
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toMatch(sentence);
});
