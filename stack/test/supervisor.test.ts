/**
 * Replacing a process under the supervisor and starting it again, with programs that answer, refuse or end.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, temporaryDirectory } from '@platform/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homeFromEnvironment, openHome } from '../src/home';
import { freePort } from '../src/ports';
import type { ProcessSpec } from '../src/process/spec';
import { Supervisor } from '../src/process/supervisor';
import type { RecordedProcess } from '../src/state';

let directory: ReturnType<typeof temporaryDirectory>;
let supervisor: Supervisor;
let processes: readonly RecordedProcess[];
let port: number;
/** The list of processes cannot be written. */
let isDiskFull: boolean;
const reported: string[] = [];
beforeEach(async () => {
  isDiskFull = false;
  reported.length = 0;
  directory = temporaryDirectory('supervisor');
  const home = homeFromEnvironment({ PLATFORM_HOME: join(directory.path, 'home') });
  openHome(home);
  port = await freePort();
  supervisor = new Supervisor(home, {
    onChange: (changed) => {
      if (isDiskFull) throw new Error('ENOSPC: no space left on device, write');
      processes = changed;
    },
    report: (line) => reported.push(line),
  });
  await supervisor.start({ processes: [program('former', 200)] });
});
afterEach(async () => {
  await supervisor.stop();
  for (const pid of living()) process.kill(pid, 'SIGKILL');
  directory.remove();
});

/** Every process that runs a program of this test, whether the supervisor knows it or not. */
function living(): number[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.filter((pid) => commandOf(pid).includes(directory.path)).map(Number);
}
const recorded = () => processes.map(({ pid }) => pid);

function program(text: string, status: number): ProcessSpec {
  const serve = `import { createServer } from "node:http";
createServer((_, answer) => answer.writeHead(${status}).end('${text}')).listen(${port}, '127.0.0.1');`;
  return {
    name: 'service',
    command: process.execPath,
    args: [file(text, serve)],
    env: {},
    ports: [port],
    readyUrl: `http://127.0.0.1:${port}/`,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
  };
}

function file(name: string, source: string): string {
  const path = join(directory.path, `${name}.mjs`);
  writeFileSync(path, source);
  return path;
}

const says = async () => await (await fetch(`http://127.0.0.1:${port}/`)).text();
const phases: string[] = [];
const options = {
  readyWithinMs: 180_000,
  onPhase: (phase: string) => phases.push(phase),
  mayDrain: () => true,
  onReady: () => undefined,
};

test('a process that gets ready takes the place of the former one', async () => {
  const before = processes[0]!.pid;
  await supervisor.replace(program('new', 200), options);
  expect(await says()).toBe('new');
  expect(processes).toHaveLength(1);
  expect(processes[0]!.pid).not.toBe(before);
});

test('a process that died starts again only while its program is what it must be', async () => {
  let isSound = true;
  const requireSound = () => {
    if (!isSound) throw new Error('it was altered');
  };
  await supervisor.replace({ ...program('checked', 200), requireSound }, options);
  isSound = false;
  const before = processes[0]!.pid;
  process.kill(before, 'SIGKILL');
  await eventually(() => reported.some((line) => line.includes('could not be started: it was altered')));
  expect(living()).toEqual([]);
  isSound = true;
  await eventually(async () => (await says().catch(() => '')) === 'checked');
  expect(processes[0]!.pid).not.toBe(before);
});

test.each([
  [
    'does not get ready in time',
    () => program('new', 503),
    { ...options, readyWithinMs: 1_500 },
    /not ready within 1.5 s.*former release runs again/,
  ],
  [
    'ends at once',
    () => ({ ...program('new', 200), args: [file('ending', 'process.exit(7);')] }),
    options,
    /exit code 7.*former release runs again/,
  ],
  [
    'throws at once',
    () => ({ ...program('new', 200), args: [file('throwing', "throw new TypeError('no such setting');")] }),
    options,
    /exit code 1 \(TypeError: no such setting\).*former release runs again/,
  ],
  [
    'cannot be kept',
    () => program('new', 200),
    {
      ...options,
      onReady: () => {
        throw new Error('no space left.');
      },
    },
    /no space left\. The former release runs again/,
  ],
] as const)('one that %s gives the place back', async (_, next, given, message) => {
  phases.length = 0;
  await expect(supervisor.replace(next(), given)).rejects.toThrow(message);
  expect(phases).toEqual(['loading', 'draining', 'starting', 'returning']);
  expect(await says()).toBe('former');
});

test('one that cannot be loaded touches nothing', async () => {
  phases.length = 0;
  const before = processes;
  const missing = { ...program('new', 200), args: [join(directory.path, 'missing.mjs')] };
  await expect(supervisor.replace(missing, options)).rejects.toThrow(/could not be loaded/);
  expect(phases).toEqual(['loading']);
  expect(processes).toEqual(before);
  expect(await says()).toBe('former');
});

test('one that is loaded waits with the former one untouched until that may be drained', async () => {
  phases.length = 0;
  let mayDrain = false;
  const replaced = supervisor.replace(program('new', 200), { ...options, mayDrain: () => mayDrain });
  await eventually(() => phases.includes('loaded'));
  expect(await says()).toBe('former');
  mayDrain = true;
  await replaced;
  expect(phases).toEqual(['loading', 'loaded', 'draining', 'starting']);
  expect(await says()).toBe('new');
  await expect(
    supervisor.replace(program('other', 200), { ...options, mayDrain: () => false }),
  ).rejects.toThrow(/was not to be drained within 15 s: nothing has changed/);
  expect(await says()).toBe('new');
});

test('a second replacement at the same time is refused', async () => {
  const first = supervisor.replace(program('new', 200), options);
  await expect(supervisor.replace(program('other', 200), options)).rejects.toThrow(/cannot be replaced now/);
  await first;
  expect(await says()).toBe('new');
});

test('one that dies after it was replaced is started again as what it is now', async () => {
  await supervisor.replace(program('new', 200), options);
  process.kill(processes[0]!.pid, 'SIGKILL');
  await expect.poll(() => says().catch(() => '')).toBe('new');
});

test('one that is started again while the disk is full stays the only one, is recorded once there is room, and is stopped', async () => {
  const before = recorded();
  isDiskFull = true;
  process.kill(before[0]!, 'SIGKILL');
  await expect.poll(() => says().catch(() => '')).toBe('former');
  expect(recorded()).toEqual(before);
  expect(reported).toContainEqual(expect.stringMatching(/could not write what runs.*ENOSPC/));
  expect(() => supervisor.letGo()).toThrow(/ENOSPC/);
  isDiskFull = false;
  await expect.poll(recorded).toEqual(living());
  expect(living()).toHaveLength(1);
  await supervisor.stop();
  expect(living()).toEqual([]);
});

test('one that ends with a configuration fault while the disk is full is recorded as given up once there is room', async () => {
  const ending = `process.on('SIGTERM', () => process.exit(2));\n${readFileSync(program('new', 200).args[0]!, 'utf8')}`;
  await supervisor.replace({ ...program('new', 200), args: [file('ending', ending)] }, options);
  isDiskFull = true;
  process.kill(processes[0]!.pid, 'SIGTERM');
  await expect.poll(() => reported).toContainEqual(expect.stringMatching(/configuration fault/));
  isDiskFull = false;
  await expect.poll(() => processes[0]!.gaveUp).toBe('exit code 2');
  expect(living()).toEqual([]);
});

test('one that waits for its next start is started once, also where its replacement cannot be loaded meanwhile', async () => {
  process.kill(processes[0]!.pid, 'SIGKILL');
  await expect.poll(() => reported).toContainEqual(expect.stringMatching(/starts again in 1 s/));
  const missing = { ...program('new', 200), args: [join(directory.path, 'missing.mjs')] };
  await expect(supervisor.replace(missing, options)).rejects.toThrow(/could not be loaded/);
  await expect.poll(() => says().catch(() => '')).toBe('former');
  // Longer than the first backoff, after which a second one would have been started.
  await sleep(1_500);
  expect(living()).toEqual(recorded());
  expect(living()).toHaveLength(1);
  await supervisor.stop();
  expect(living()).toEqual([]);
});

test('nothing is started again by a launcher that takes back its processes while it stops them', async () => {
  const takeBack = supervisor.letGo();
  await supervisor.stop();
  takeBack();
  // Longer than the first backoff.
  await sleep(1_500);
  expect(living()).toEqual([]);
});
