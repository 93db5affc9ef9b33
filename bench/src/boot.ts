/**
 * Seconds from `./platform up --detach` until every process is ready: with an empty home, a second time, and
 * from a fresh clone with packages to install, there also until a fill can be read. Then the resident memory
 * of each service while nothing happens.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { REPOSITORY, shellEnvironment } from '@platform/stack';
import { eventually } from '@platform/testkit';
import type { BenchResult, Report } from './benchmark';
import { Platform, scratchBenchmark } from './scratch';

const run = promisify(execFile);

const WARM_AIM_S = 15;
const COLD_AIM_S = 180;
const MEMORY_AIM_MIB = 120;
const SETTLE_MS = 15_000;
const SERVICES = ['data', 'risk', 'manager', 'executor'];

export const benchmark = scratchBenchmark({
  name: 'boot',
  summary: 'seconds until everything is ready, warm and from a fresh clone; idle memory of each service',
  parts: { here: measureHere, clone: measureClone },
});

/**
 * Seconds until `up --detach` returns, which is when everything is ready; what it says on the way shows where
 * they go.
 */
async function start(platform: Platform, progress: Report): Promise<number> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const child = spawn(platform.program, ['up', '--detach'], {
    env: platform.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => progress(`${elapsed().toFixed(1).padStart(6)} s  ${line}`));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  const seconds = elapsed();
  if (code !== 0) throw new Error(`./platform up ended with ${code}`);
  // Checked rather than believed.
  await platform.run('status');
  return seconds;
}

/** Settles when the console's own read of fills shows one. */
async function firstFill({ env }: Platform): Promise<void> {
  const url = shellEnvironment(env)['PLATFORM_MANAGER_URL']!;
  const read = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as { items: T[] };
  await eventually(async () => {
    for (const { botId } of (await read<{ botId: string }>('/bff/bots')).items) {
      if ((await read(`/bots/${botId}/fills?page_size=1`)).items.length > 0) return true;
    }
    return false;
  });
}

async function measureHere(scratch: string, progress: Report): Promise<BenchResult[]> {
  const platform = await Platform.in(join(scratch, 'home'));
  try {
    progress('first start, empty home');
    const first = await start(platform, progress);
    await platform.run('down');
    progress('second start');
    const second = await start(platform, progress);
    progress(`idle memory after ${SETTLE_MS / 1000} s`);
    await sleep(SETTLE_MS);
    const status = await platform.status();
    return [
      seconds('first start, empty home', first, WARM_AIM_S),
      seconds('second start', second, WARM_AIM_S),
      ...status.processes.filter(({ name }) => SERVICES.includes(name)).map(memory),
    ];
  } finally {
    await platform.run('down');
  }
}

async function measureClone(scratch: string, progress: Report): Promise<BenchResult[]> {
  const checkout = join(scratch, 'clone');
  await run('git', ['clone', '--quiet', REPOSITORY, checkout]);
  const platform = await Platform.in(join(checkout, '.platform'), { checkout });
  try {
    progress('fresh clone, packages to install');
    const startedAt = performance.now();
    const ready = await start(platform, progress);
    await firstFill(platform);
    const filled = (performance.now() - startedAt) / 1000;
    return [
      seconds('cold start, fresh clone', ready, COLD_AIM_S),
      seconds('cold start, first fill', filled, COLD_AIM_S),
    ];
  } finally {
    await platform.run('down');
  }
}

function seconds(name: string, value: number, aim: number): BenchResult {
  return { name, value, unit: 's', aim: `<= ${aim} s`, met: value <= aim };
}

function memory({ name, residentBytes }: { name: string; residentBytes: number }): BenchResult {
  const value = residentBytes / 2 ** 20;
  const met = value <= MEMORY_AIM_MIB;
  return { name: `${name}, idle`, value, unit: 'MiB', aim: `<= ${MEMORY_AIM_MIB} MiB`, met };
}
