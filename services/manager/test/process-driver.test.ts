import { spawn } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@platform/service-kit';
import { temporaryDirectory } from '@platform/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { ProcessDriver } from '../src/runtime/process-driver';
import { Releases } from '../src/runtime/releases';
import { runtimeConformance } from './runtime-conformance';

runtimeConformance('process', async () => {
  const directory = temporaryDirectory('process-driver');
  const program = join(directory.path, 'bot.mjs');
  copyFileSync(new URL('./fake-bot.mjs', import.meta.url), program);
  const releases = new Releases(join(directory.path, 'releases'), program);
  const records = join(directory.path, 'records');
  const environment = { PATH: process.env['PATH'] ?? '' };
  return {
    manager: () => new ProcessDriver({ directory: records, releases, environment, drainMs: 500 }),
    behave: (botId, behaviour) =>
      writeFileSync(
        join(directory.path, `${botId}.${behaviour.startsWith('crash') ? 'crash' : 'stubborn'}`),
        '3',
      ),
    close: async () => {
      const notes = readdirSync(directory.path).filter((file) => file.endsWith('.starts'));
      for (const note of notes) {
        const lines = readFileSync(join(directory.path, note), 'utf8').trim().split('\n');
        for (const line of lines) endIfAlive(Number.parseInt(line, 10), note.slice(0, -'.starts'.length));
      }
      directory.remove();
    },
  };
});

function endIfAlive(pid: number, botId: string): void {
  try {
    if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(botId)) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Shows what every process shows while the kernel replaces its program: an environment without a word in it. */
function processWithoutEnvironment(): number {
  const child = spawn('/bin/sleep', ['600'], { env: {} });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid!;
}

it('a bot without an environment is being started at first, and has ended when it never gets one', async () => {
  const directory = temporaryDirectory('process-driver');
  onTestFinished(directory.remove);
  const releases = new Releases(undefined, 'none');
  const driver = new ProcessDriver({ directory: directory.path, releases, environment: {} });
  const [id, pid] = [newId(), processWithoutEnvironment()];
  const record = (createdMs: number) =>
    writeFileSync(join(directory.path, `${id}.json`), JSON.stringify({ generation: 1, createdMs }));
  writeFileSync(join(directory.path, `${id}.pid`), `${pid}\n`);
  const state = async () => (await driver.list()).map((instance) => instance.state);

  record(Date.now() + 60_000);
  expect(await state()).toEqual(['running']);
  record(0);
  expect(await state()).toEqual(['exited']);
});
