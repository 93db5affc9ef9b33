/** Replacing a process under the supervisor, with programs that answer, refuse or end. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@platform/testkit';
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
beforeEach(async () => {
  directory = temporaryDirectory('supervisor');
  const home = homeFromEnvironment({ PLATFORM_HOME: join(directory.path, 'home') });
  openHome(home);
  port = await freePort();
  supervisor = new Supervisor(home, {
    onChange: (changed) => {
      processes = changed;
    },
    report: () => undefined,
  });
  await supervisor.start({ processes: [program('former', 200)] });
});
afterEach(async () => {
  await supervisor.stop();
  directory.remove();
});

function program(text: string, status: number): ProcessSpec {
  const serve = `import { createServer } from "node:http";
createServer((_, answer) => answer.writeHead(${status}).end('${text}')).listen(${port}, '127.0.0.1');`;
  return {
    ...{ name: 'service', command: process.execPath, args: [file(text, serve)], env: {}, ports: [port] },
    ...{ readyUrl: `http://127.0.0.1:${port}/`, stopSignal: 'SIGTERM', stopTimeoutMs: 5_000 },
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
  readyWithinMs: 1_500,
  onPhase: (phase: string) => phases.push(phase),
  onReady: () => undefined,
};

test('a process that gets ready takes the place of the former one', async () => {
  const before = processes[0]!.pid;
  await supervisor.replace(program('new', 200), options);
  expect(await says()).toBe('new');
  expect(processes).toHaveLength(1);
  expect(processes[0]!.pid).not.toBe(before);
});

test.each([
  [
    'does not get ready in time',
    () => program('new', 503),
    options,
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

test('a second replacement at the same time is refused', async () => {
  const first = supervisor.replace(program('new', 200), options);
  await expect(supervisor.replace(program('other', 200), options)).rejects.toThrow(/cannot be replaced now/);
  await first;
  expect(await says()).toBe('new');
});

test('one that dies after it was replaced is started again as what it is now', async () => {
  await supervisor.replace(program('new', 200), options);
  process.kill(processes[0]!.pid, 'SIGKILL');
  await expect.poll(() => says().catch(() => ''), { timeout: 20_000 }).toBe('new');
});
