import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '@platform/testkit';
import { expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('stubborn-service.ts', import.meta.url));

function start(args: string[] = [], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  return { child, closed, output: () => output };
}

it('a service leaves at once on a second signal and logs that the drain was cut short', async () => {
  const { child, closed, output } = start();
  await eventually(() => output().includes('"msg":"listening"'));
  child.kill('SIGTERM');
  await eventually(() => output().includes('"msg":"draining"'));
  child.kill('SIGTERM');
  await closed;
  expect(child.exitCode).toBe(1);
  expect(output()).toContain('"code":"RISK_SHUTDOWN_ERROR"');
});

it('a service ends with 1 on an unhandled error, and logs it', async () => {
  const { child, closed, output } = start([], { DEFECT: '1' });
  await closed;
  expect(child.exitCode).toBe(1);
  expect(output()).toMatch(/"code":"RISK_INTERNAL_ERROR"[^\n]*a defect/);
});

it('a service exports the OpenAPI document to standard output', async () => {
  const { child, closed, output } = start(['openapi', 'export', '-']);
  await closed;
  expect(child.exitCode).toBe(0);
  expect(output()).toBe('{}\n');
});

it.each([[['openapi']], [['serve']], [['openapi', 'export']]])(
  'a service exits 2 on the arguments %j',
  async (args) => {
    const { child, closed, output } = start(args);
    await closed;
    expect(child.exitCode).toBe(2);
    expect(output()).toContain('usage:');
  },
);
