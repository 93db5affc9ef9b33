import { once } from 'node:events';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StackStatus, stackStatus } from '../src/status';
import { spawnPlatform, type TestStack, testStack } from './platform';

const EVERYTHING = ['postgres', 'nats', 'venue', 'data', 'risk', 'manager', 'executor'];

const status = async (stack: TestStack) => await stackStatus(stack.environment);
const pidOf = (stackStatus: StackStatus, name: string) =>
  stackStatus.processes.find((process) => process.name === name)?.pid ?? undefined;

async function start(stack: TestStack): Promise<StackStatus> {
  const up = await stack.platform(['up', '--detach']);
  expect(up.stderr).toBe('');
  expect(up.code).toBe(0);
  return await status(stack);
}

/** `up` in the foreground, and what it has said so far. */
function inForeground(stack: TestStack) {
  const child = spawnPlatform(['up'], stack.environment);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    said: (text: string) => output.includes(text),
    endsWhenInterrupted: async () => {
      const closed = once(child, 'close');
      child.kill('SIGINT');
      const ended = await closed;
      expect(ended, output).toEqual([0, null]);
    },
  };
}

/** One stack lives through all of these, in this order. */
describe('a stack', () => {
  let stack: TestStack;
  let other: TestStack;
  beforeAll(async () => {
    [stack, other] = [await testStack(), await testStack()];
  });
  afterAll(async () => {
    await Promise.all([stack?.dispose(), other?.dispose()]);
  });

  test('a stack comes up ready in the background and says how to reach it', async () => {
    const before = await stack.platform(['status']);
    expect(before).toMatchObject({ code: 1, stderr: '' });
    expect(before.stdout).toContain('Nothing runs');

    await start(stack);
    const shown = await stack.platform(['status', '--json']);
    expect(shown.code).toBe(0);
    const running = JSON.parse(shown.stdout) as StackStatus;
    expect(running.processes.map(({ name }) => name).sort()).toEqual([...EVERYTHING].sort());
    expect(running.allReady).toBe(true);

    const { stdout } = await stack.platform(['env']);
    const variables = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s, 2)),
    );
    for (const service of ['DATA', 'RISK', 'MANAGER', 'EXECUTOR']) {
      expect((await fetch(`${variables[`PLATFORM_${service}_URL`]}/readyz`)).status).toBe(200);
      expect(variables[`PLATFORM_${service}_OPERATOR_TOKEN`]).toMatch(/^[0-9a-f]{64}$/);
    }

    const again = await stack.platform(['up', '--detach']);
    expect(again.stdout).toContain('already running');
    expect(again.code).toBe(0);

    const logs = await stack.platform(['logs', 'risk']);
    expect(logs.stdout).toContain('listening');
  });

  test('a stack does not notice another one that is interrupted while it starts and leaves nothing', async () => {
    const up = inForeground(other);
    await eventually(() => up.said('postgres  ready'));
    await up.endsWhenInterrupted();
    expect(up.said('The platform is up')).toBe(false);
    expect(other.processes()).toEqual([]);
    expect((await status(stack)).allReady).toBe(true);
  });

  test('a stack runs beside another in the foreground, which ends with Ctrl-C and leaves nothing', async () => {
    const up = inForeground(other);
    await eventually(() => up.said('The platform is up'));
    await up.endsWhenInterrupted();
    expect(other.processes()).toEqual([]);
    expect((await status(stack)).allReady).toBe(true);
  });

  test('a stack starts a process again when it dies, the database included', async () => {
    const before = await status(stack);
    for (const name of ['risk', 'postgres']) process.kill(pidOf(before, name)!, 'SIGKILL');
    await eventually(async () => {
      const now = await status(stack);
      const isNew = (name: string) => pidOf(now, name) !== pidOf(before, name);
      return now.allReady && isNew('risk') && isNew('postgres');
    });
  });

  test('a stack whose launcher was killed is taken over by up, stopped by down, and leaves no trace', async () => {
    const first = await status(stack);
    process.kill(first.launcherPid!, 'SIGKILL');
    await eventually(async () => (await status(stack)).launcherPid === undefined);
    expect((await stack.platform(['status'])).code).toBe(1);

    const second = await start(stack);
    expect(second.allReady).toBe(true);
    for (const name of EVERYTHING) expect(pidOf(second, name)).not.toBe(pidOf(first, name));

    process.kill(second.launcherPid!, 'SIGKILL');
    expect(await stack.platform(['down'])).toMatchObject({ code: 0, stderr: '' });
    expect(stack.processes()).toEqual([]);
    expect(await stack.platform(['down'])).toMatchObject({ code: 0, stderr: '' });
  });
});
