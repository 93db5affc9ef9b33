import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@platform/service-kit';
import { eventually, temporaryDirectory } from '@platform/testkit';
import { expect, it, onTestFinished } from 'vitest';
import type { RunnableBot } from '../src/app/ports';
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

it('a second starter is refused and leaves the running bot known to everybody, who can stop it', async () => {
  const directory = temporaryDirectory('process-driver');
  onTestFinished(directory.remove);
  const program = join(directory.path, 'bot.mjs');
  writeFileSync(program, readFileSync(new URL('./fake-bot.mjs', import.meta.url)));
  const driver = () =>
    new ProcessDriver({
      directory: directory.path,
      program,
      environment: { PATH: process.env['PATH'] ?? '' },
    });
  const [first, second] = [driver(), driver()];
  const bot: RunnableBot = {
    ...{ id: newId(), generation: 1, network: 'testnet' as const },
    ...{ candle_source: 'data-ws' as const, warmup_mode: 'strict' as const },
  };
  const pidFile = join(directory.path, `${bot.id}.pid`);
  await first.start(bot);
  const pid = await eventually(() => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8')));
  onTestFinished(() => {
    if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
  });
  await eventually(() => existsSync(join(directory.path, `${bot.id}.starts`)));
  for (const other of [second, first, second]) {
    await expect(other.start(bot)).rejects.toMatchObject({ code: 'EEXIST' });
  }
  expect(Number(readFileSync(pidFile, 'utf8'))).toBe(pid);
  expect((await second.list()).map(({ state }) => state)).toEqual(['running']);
  await second.stop(bot.id);
  await eventually(async () => (await first.list())[0]?.state === 'exited');
  expect(
    readFileSync(join(directory.path, `${bot.id}.starts`), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1);
});
