/** The launcher replaced under a running stack. One stack lives through all of these, in this order. */
import { renameSync } from 'node:fs';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeFromEnvironment } from '../src/home';
import { lockHolder } from '../src/lock';
import { isAlive } from '../src/process/identity';
import { stackStatus } from '../src/status';
import { type TestStack, testStack } from './platform';

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
  expect((await stack.platform(['up', '--detach'])).stderr).toBe('');
});
afterAll(async () => await stack?.dispose());

const home = () => homeFromEnvironment(stack.environment);
const handOver = () => stack.platform(['deploy', 'launcher']);

async function pids(): Promise<Record<string, number | null>> {
  const { processes } = await stackStatus(stack.environment);
  return Object.fromEntries(processes.map(({ name, pid }) => [name, pid]));
}

/** The launcher in charge starts it again. */
async function expectSupervised(name: string): Promise<void> {
  const before = (await pids())[name]!;
  process.kill(before, 'SIGKILL');
  await eventually(async () => {
    const { processes } = await stackStatus(stack.environment);
    const now = processes.find((one) => one.name === name);
    return now?.pid !== before && now?.ready === true;
  });
}

test('a replaced launcher leaves every process as it is to another one, which looks after them', async () => {
  const former = lockHolder(home())!;
  const before = await pids();
  const { code, stdout, stderr } = await handOver();
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  const launcher = lockHolder(home())!;
  expect(launcher.pid).not.toBe(former.pid);
  expect(stdout).toContain(`the launcher with pid ${launcher.pid} has taken over`);
  await eventually(() => !isAlive(former));
  expect(await pids()).toEqual(before);
  await expectSupervised('risk');
});

test('a launcher goes on where the new one cannot take charge, and says why', async () => {
  const former = lockHolder(home())!;
  const before = await pids();
  renameSync(home().secrets, `${home().secrets}.away`);
  const { code, stderr } = await handOver();
  renameSync(`${home().secrets}.away`, home().secrets);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^platform: The launcher goes on as it was \(pid \d+\): .* needs its passwords[^\n]+\n$/,
  );
  expect(lockHolder(home())).toEqual(former);
  expect(await pids()).toEqual(before);
  await expectSupervised('data');
});

test('a launcher can be replaced again, and the one in charge stops everything', async () => {
  expect((await handOver()).code).toBe(0);
  expect((await stack.platform(['down'])).code).toBe(0);
  expect(stack.processes()).toEqual([]);
  expect((await handOver()).stderr).toMatch(/Nothing is running/);
});
