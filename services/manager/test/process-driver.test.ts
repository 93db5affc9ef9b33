import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@platform/service-kit';
import { temporaryDirectory } from '@platform/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { ProcessDriver } from '../src/runtime/process-driver';

/** Shows what every process shows while the kernel replaces its program: an environment without a word in it. */
function processWithoutEnvironment(): number {
  const child = spawn('/bin/sleep', ['600'], { env: {} });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid!;
}

it('a bot without an environment is being started at first, and has ended when it never gets one', async () => {
  const directory = temporaryDirectory('process-driver');
  onTestFinished(directory.remove);
  const driver = new ProcessDriver({ directory: directory.path, program: 'none', environment: {} });
  const [id, pid] = [newId(), processWithoutEnvironment()];
  const record = (createdMs: number) =>
    writeFileSync(join(directory.path, `${id}.json`), JSON.stringify({ generation: 1, port: 1, createdMs }));
  writeFileSync(join(directory.path, `${id}.pid`), `${pid}\n`);
  const state = async () => (await driver.list()).map((instance) => instance.state);

  record(Date.now() + 60_000);
  expect(await state()).toEqual(['running']);
  record(0);
  expect(await state()).toEqual(['exited']);
});
