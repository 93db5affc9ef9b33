import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { newId } from '@platform/service-kit';
import { eventually, temporaryDirectory } from '@platform/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Launch } from '../src/app/ports';
import { DRAIN_MS, ProcessDriver } from '../src/runtime/process-driver';
import { Releases } from '../src/runtime/releases';
import { runtimeConformance } from './runtime-conformance';

runtimeConformance('process', async () => {
  const directory = temporaryDirectory('process-driver');
  const program = join(directory.path, 'bot.mjs');
  copyFileSync(new URL('./fake-bot.mjs', import.meta.url), program);
  const releases = new Releases(join(directory.path, 'releases'), program);
  const records = join(directory.path, 'records');
  const environment = { PATH: process.env['PATH'] ?? '' };
  const files = {
    'crashes with 3': 'crash',
    'is killed': 'killed',
    'ignores being asked to stop': 'stubborn',
    'drains slowly': 'slow',
  };
  return {
    manager: () => new ProcessDriver({ directory: records, releases, environment }),
    drainMs: DRAIN_MS,
    impatient: () => new ProcessDriver({ directory: records, releases, environment, drainMs: 500 }),
    cutShort: ({ bot, generation, imageTag, deployId }) => {
      mkdirSync(records, { recursive: true });
      const record = { generation, createdMs: 0, imageTag, deployId, programDigest: '', codeDigest: null };
      writeFileSync(join(records, `${bot.id}.json`), JSON.stringify(record));
    },
    behave: (botId, behaviour) => writeFileSync(join(directory.path, `${botId}.${files[behaviour]}`), '3'),
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

/**
 * Shows what every process shows while the kernel replaces its program: an environment without a word in it.
 */
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

  record(0);
  expect(await state()).toEqual(['running']);
  utimesSync(join(directory.path, `${id}.pid`), 1, 1);
  expect(await state()).toEqual(['exited']);
  record(Date.now() + 60_000);
  expect(await state()).toEqual(['running']);
});

/** Listens, and when it is asked to, somewhere else: what the next owner of its process id would do. */
const MOVING = `
  const { createServer } = require('node:net');
  const listen = (then) => createServer().listen(0, '127.0.0.1', then);
  const say = () => console.log('listening');
  const server = listen(say);
  process.on('SIGUSR2', () => listen(() => server.close(say)));`;

it('a bot is found where it listens, not where an earlier one with its process id did', async () => {
  const directory = temporaryDirectory('process-driver');
  onTestFinished(directory.remove);
  const releases = new Releases(undefined, 'none');
  const driver = new ProcessDriver({ directory: directory.path, releases, environment: {} });
  const id = newId();
  const child = spawn(process.execPath, ['-e', MOVING], { env: { PLATFORM_BOT_ID: id } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const place = (createdMs: number) => {
    writeFileSync(join(directory.path, `${id}.json`), JSON.stringify({ generation: 1, createdMs }));
    writeFileSync(join(directory.path, `${id}.pid`), `${child.pid}\n`);
  };
  const address = async () => (await driver.list())[0]?.address;
  await once(child.stdout, 'data');
  place(1);
  const first = await address();
  expect(first).toMatch(/^127\.0\.0\.1:\d+$/);

  const moved = once(child.stdout, 'data');
  child.kill('SIGUSR2');
  await moved;
  // Known as long as it is the same instance: a bot binds its port once.
  expect(await address()).toBe(first);
  // Also where the record was removed by another manager.
  place(2);
  const second = await address();
  expect(second).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(second).not.toBe(first);
});

/** A driver whose shell begins only when it is let go, beside the ordinary one of the same place. */
function heldStart() {
  const directory = temporaryDirectory('process-driver');
  onTestFinished(directory.remove);
  const path = (file: string) => join(directory.path, file);
  copyFileSync(new URL('./fake-bot.mjs', import.meta.url), path('bot.mjs'));
  writeFileSync(path('held'), `while [ ! -e ${path('go')} ]; do sleep 0.05; done; exec /bin/sh "$@"`);
  writeFileSync(path('shell'), `#!/bin/sh\nexec /bin/sh ${path('held')} "$@"`, { mode: 0o700 });
  const options = {
    directory: path('records'),
    releases: new Releases(undefined, path('bot.mjs')),
    environment: { PATH: process.env['PATH'] ?? '' },
  };
  const [held, driver] = [
    new ProcessDriver({ ...options, shell: path('shell') }),
    new ProcessDriver(options),
  ];
  const ended = new Promise<void>((done) => held.onExit(done));
  const id = newId();
  const bot = { id, strategy: 'ewmac', network: 'testnet', candle_source: 'data-ws', warmup_mode: 'strict' };
  const launch = { bot, slot: 'blue', generation: 1, imageTag: 'latest', params: null, deployId: null };
  const starts = () => (existsSync(path(`${id}.starts`)) ? readFileSync(path(`${id}.starts`), 'utf8') : '');
  onTestFinished(() => {
    for (const line of starts().trim().split('\n')) endIfAlive(Number.parseInt(line, 10), id);
  });
  return {
    held,
    driver,
    ended,
    launch: launch as Launch,
    place: { botId: id, slot: 'blue' } as const,
    record: (kind: string) => path(`records/${id}.${kind}`),
    starts: () => starts().trim().split('\n').filter(Boolean),
    letGo: () => writeFileSync(path('go'), ''),
  };
}

/** Past the time that a start may take. */
function muchLater(): { restore(): void } {
  const nowMs = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  return { restore: () => clock.mockRestore() };
}

it('a bot does not begin where its process id cannot be noted', async () => {
  const { held, ended, launch, record, starts, letGo } = heldStart();
  await held.start(launch);
  mkdirSync(record('pid'));
  letGo();
  await ended;
  expect(starts()).toEqual([]);
});

it('a bot does not begin after its slow start was given up', async () => {
  const { held, driver, ended, launch, place, starts, letGo } = heldStart();
  await held.start(launch);
  const clock = muchLater();
  expect(await driver.list()).toMatchObject([{ state: 'exited' }]);
  await driver.forget(place);
  clock.restore();
  letGo();
  await ended;
  expect(starts()).toEqual([]);
});

it('a bot that was started again is found although the shell of its first start goes on late', async () => {
  const { held, driver, ended, launch, place, record, starts, letGo } = heldStart();
  await held.start(launch);
  const clock = muchLater();
  await driver.forget(place);
  clock.restore();
  await driver.start({ ...launch, generation: 2 });
  await eventually(() => starts().length === 1);
  const pid = readFileSync(record('pid'), 'utf8');
  letGo();
  await ended;
  expect(starts()).toHaveLength(1);
  expect(readFileSync(record('pid'), 'utf8')).toBe(pid);
  expect(await driver.list()).toMatchObject([{ state: 'running', generation: 2 }]);
});

it('a bot is not asked to stop before that is on record, so that no second request cuts its drain short', async () => {
  const { driver, launch, place, record, starts } = heldStart();
  await driver.start(launch);
  await eventually(() => starts().length === 1);
  mkdirSync(record('json.partial'));
  await expect(driver.stop(place)).rejects.toThrow();
  expect(await driver.list()).toMatchObject([{ state: 'running', generation: 1, isAskedToStop: false }]);
  rmSync(record('json.partial'), { recursive: true });
  await driver.stop(place);
  await eventually(async () => (await driver.list())[0]?.exitCode === 0);
  expect(await driver.list()).toMatchObject([{ state: 'exited', isAskedToStop: true }]);
});

it('logs of bots that are gone for two weeks are removed, those of bots that are not are kept', async () => {
  const directory = temporaryDirectory('process-driver');
  onTestFinished(directory.remove);
  const driver = new ProcessDriver({
    directory: directory.path,
    environment: {},
    releases: new Releases(undefined, 'none'),
  });
  const [gone, quiet, recent, forgotten] = [newId(), newId(), newId(), newId()];
  const write = (file: string, days: number) => {
    const path = join(directory.path, file);
    writeFileSync(path, '{}');
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(path, at, at);
  };
  for (const file of [`${gone}.log`, `${gone}.log.1`, `${gone}.log.3`, `${gone}-green.log`, `${quiet}.log`])
    write(file, 15);
  write(`${quiet}.json`, 15);
  write(`${recent}.log`, 13);
  for (const kind of ['json', 'pid', 'log']) write(`${forgotten}.${kind}`, 13);
  await driver.forget({ botId: forgotten, slot: 'blue' });
  expect(readdirSync(directory.path).sort()).toEqual(
    [`${quiet}.json`, `${quiet}.log`, `${recent}.log`, `${forgotten}.log`].sort(),
  );
});
