/**
 * Seconds from `./platform up --detach` until every process is ready: with an empty home, a second time, and from
 * a fresh clone with packages to install. Then the resident memory of each service while nothing happens.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePortOffset, REPOSITORY, type StackStatus } from '@platform/stack';
import type { Benchmark, BenchResult } from './index';

const run = promisify(execFile);

const WARM_AIM_S = 15;
const COLD_AIM_S = 180;
const MEMORY_AIM_MIB = 120;
const SETTLE_MS = 15_000;
const SERVICES = ['data', 'risk', 'manager', 'executor'];

export const benchmark: Benchmark = {
  name: 'boot',
  summary: 'seconds until everything is ready, warm and from a fresh clone; idle memory of each service',
  run: async (progress) => {
    const scratch = await mkdtemp(join(tmpdir(), 'platform-bench-boot-'));
    // Lets the account that runs PostgreSQL pass through, as it can in most places people clone into.
    await chmod(scratch, 0o711);
    try {
      return [...(await measureHere(scratch, progress)), ...(await measureClone(scratch, progress))];
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
};

type Platform = (...args: string[]) => Promise<string>;

/** `./platform` of a checkout, with a home and ports of its own. */
async function platformIn(checkout: string, home: string): Promise<Platform> {
  const offset = await freePortOffset();
  const env = { ...process.env, PLATFORM_HOME: home, PLATFORM_PORT_OFFSET: String(offset) };
  return async (...args) =>
    (await run(join(checkout, 'platform'), args, { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

async function measureHere(scratch: string, progress: (line: string) => void): Promise<BenchResult[]> {
  const platform = await platformIn(REPOSITORY, join(scratch, 'home'));
  try {
    progress('first start, empty home');
    const first = await secondsUntilReady(platform);
    await platform('down');
    progress('second start');
    const second = await secondsUntilReady(platform);
    progress(`idle memory after ${SETTLE_MS / 1000} s`);
    await sleep(SETTLE_MS);
    const status = JSON.parse(await platform('status', '--json')) as StackStatus;
    return [
      seconds('first start, empty home', first, WARM_AIM_S),
      seconds('second start', second, WARM_AIM_S),
      ...status.processes.filter(({ name }) => SERVICES.includes(name)).map(memory),
    ];
  } finally {
    await platform('down');
  }
}

async function measureClone(scratch: string, progress: (line: string) => void): Promise<BenchResult[]> {
  const checkout = join(scratch, 'clone');
  await run('git', ['clone', '--quiet', REPOSITORY, checkout]);
  const platform = await platformIn(checkout, join(checkout, '.platform'));
  try {
    progress('fresh clone, packages to install');
    return [seconds('cold start, fresh clone', await secondsUntilReady(platform), COLD_AIM_S)];
  } finally {
    await platform('down');
  }
}

/** `up --detach` returns when everything is ready; that is checked rather than believed. */
async function secondsUntilReady(platform: Platform): Promise<number> {
  const startedAt = performance.now();
  await platform('up', '--detach');
  const elapsed = (performance.now() - startedAt) / 1000;
  await platform('status');
  return elapsed;
}

function seconds(name: string, value: number, aim: number): BenchResult {
  return { name, value, unit: 's', aim: `<= ${aim} s`, met: value <= aim };
}

function memory({ name, residentBytes }: { name: string; residentBytes: number }): BenchResult {
  const value = residentBytes / 2 ** 20;
  const met = value <= MEMORY_AIM_MIB;
  return { name: `${name}, idle`, value, unit: 'MiB', aim: `<= ${MEMORY_AIM_MIB} MiB`, met };
}
