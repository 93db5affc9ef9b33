import { once } from 'node:events';
import { eventually } from '@platform/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import type { StackStatus } from '../src/status';
import { spawnPlatform, type TestStack, testStack } from './platform';

const TIMEOUT_MS = 180_000;
const EVERYTHING = ['postgres', 'nats', 'venue', 'data', 'risk', 'manager', 'executor'];

const stacks: TestStack[] = [];
afterEach(async () => {
  await Promise.all(stacks.splice(0).map(async (stack) => await stack.dispose()));
});

async function newStack(): Promise<TestStack> {
  const stack = await testStack();
  stacks.push(stack);
  return stack;
}

async function status(stack: TestStack): Promise<StackStatus> {
  return JSON.parse((await stack.platform(['status', '--json'])).stdout) as StackStatus;
}

const pidOf = (stackStatus: StackStatus, name: string) =>
  stackStatus.processes.find((process) => process.name === name)?.pid ?? undefined;

async function start(stack: TestStack): Promise<StackStatus> {
  const up = await stack.platform(['up', '--detach']);
  expect(up.stderr).toBe('');
  expect(up.code).toBe(0);
  return await status(stack);
}

describe('a stack', () => {
  test(
    'comes up ready in the background, says how to reach it, and goes down without a trace',
    async () => {
      const stack = await newStack();
      const before = await stack.platform(['status']);
      expect(before).toMatchObject({ code: 1, stderr: '' });
      expect(before.stdout).toContain('Nothing runs');

      const running = await start(stack);
      expect(running.processes.map(({ name }) => name).sort()).toEqual([...EVERYTHING].sort());
      expect(running.allReady).toBe(true);
      expect((await stack.platform(['status'])).code).toBe(0);

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

      expect(await stack.platform(['down'])).toMatchObject({ code: 0, stderr: '' });
      expect(stack.processes()).toEqual([]);
      expect(await stack.platform(['down'])).toMatchObject({ code: 0, stderr: '' });
    },
    TIMEOUT_MS,
  );

  test(
    'is stopped by down and taken over by up after its launcher was killed',
    async () => {
      const stack = await newStack();
      const first = await start(stack);
      process.kill(first.launcherPid!, 'SIGKILL');
      await eventually(async () => (await status(stack)).launcherPid === undefined);
      expect((await stack.platform(['status'])).code).toBe(1);

      const second = await start(stack);
      expect(second.allReady).toBe(true);
      for (const name of EVERYTHING) expect(pidOf(second, name)).not.toBe(pidOf(first, name));

      process.kill(second.launcherPid!, 'SIGKILL');
      expect((await stack.platform(['down'])).code).toBe(0);
      expect(stack.processes()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'starts a process again when it dies, the database included',
    async () => {
      const stack = await newStack();
      const before = await start(stack);
      for (const name of ['risk', 'postgres']) process.kill(pidOf(before, name)!, 'SIGKILL');
      const after = await eventually(async () => {
        const now = await status(stack);
        return now.allReady && pidOf(now, 'risk') !== pidOf(before, 'risk') ? now : false;
      }, 60_000);
      expect(after).toMatchObject({ allReady: true });
      expect(pidOf(after as StackStatus, 'postgres')).not.toBe(pidOf(before, 'postgres'));
    },
    TIMEOUT_MS,
  );

  test(
    'in the foreground ends with Ctrl-C and leaves nothing',
    async () => {
      const stack = await newStack();
      const child = spawnPlatform(['up'], stack.environment);
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await eventually(() => output.includes('The platform is up'), 90_000);
      const closed = once(child, 'close');
      child.kill('SIGINT');
      expect(await closed).toEqual([0, null]);
      expect(stack.processes()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'that is interrupted while it starts leaves nothing and claims nothing',
    async () => {
      const stack = await newStack();
      const child = spawnPlatform(['up'], stack.environment);
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await eventually(() => output.includes('postgres  ready'), 90_000);
      const closed = once(child, 'close');
      child.kill('SIGINT');
      expect(await closed).toEqual([0, null]);
      expect(output).not.toContain('The platform is up');
      expect(stack.processes()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'runs beside another one and neither notices the other going down',
    async () => {
      const [one, other] = [await newStack(), await newStack()];
      await Promise.all([start(one), start(other)]);
      await one.platform(['down']);
      expect((await status(other)).allReady).toBe(true);
    },
    TIMEOUT_MS,
  );
});
