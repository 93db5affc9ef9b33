/**
 * Seconds from `./platform up --detach` until every process is ready: with an empty home, a second time, and from a fresh clone with
 * packages to install, there also until a fill can be read. Then the resident memory of each service while nothing happens.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePortOffset, REPOSITORY, type StackStatus, shellEnvironment } from '@platform/stack';
import type { Benchmark, BenchResult } from './benchmark';

const run = promisify(execFile);

const WARM_AIM_S = 15;
const COLD_AIM_S = 180;
const MEMORY_AIM_MIB = 120;
const SETTLE_MS = 15_000;
const POLL_MS = 250;
const SERVICES = ['data', 'risk', 'manager', 'executor'];

const PARTS = { here: measureHere, clone: measureClone };

export const benchmark: Benchmark = {
  name: 'boot',
  summary: 'seconds until everything is ready, warm and from a fresh clone; idle memory of each service',
  parts: Object.keys(PARTS),
  run: async (progress, part) => {
    const scratch = await mkdtemp(join(tmpdir(), 'platform-bench-boot-'));
    // Lets the account that runs PostgreSQL pass through, as it can in most places people clone into.
    await chmod(scratch, 0o711);
    try {
      const results: BenchResult[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (part === undefined || part === name) results.push(...(await measure(scratch, progress)));
      }
      return results;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
};

type Report = (line: string) => void;

/** `./platform` of a checkout, with a home and ports of its own. */
class Platform {
  readonly #env: NodeJS.ProcessEnv;

  private constructor(
    private readonly checkout: string,
    home: string,
    offset: number,
  ) {
    this.#env = { ...process.env, PLATFORM_HOME: home, PLATFORM_PORT_OFFSET: String(offset) };
  }

  static async in(checkout: string, home: string): Promise<Platform> {
    return new Platform(checkout, home, await freePortOffset());
  }

  async run(...args: string[]): Promise<string> {
    const options = { env: this.#env, maxBuffer: 64 * 1024 * 1024 };
    return (await run(join(this.checkout, 'platform'), args, options)).stdout;
  }

  /** Seconds until `up --detach` returns, which is when everything is ready; what it says on the way shows where they go. */
  async start(progress: Report): Promise<number> {
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    const child = spawn(join(this.checkout, 'platform'), ['up', '--detach'], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) =>
        progress(`${elapsed().toFixed(1).padStart(6)} s  ${line}`),
      );
    }
    const [code] = (await once(child, 'exit')) as [number | null];
    const seconds = elapsed();
    if (code !== 0) throw new Error(`./platform up ended with ${code}`);
    // Checked rather than believed.
    await this.run('status');
    return seconds;
  }

  /** Settles when the console's own read of fills shows one. */
  async firstFill(): Promise<void> {
    const url = shellEnvironment(this.#env)['PLATFORM_MANAGER_URL']!;
    const read = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as { items: T[] };
    for (;;) {
      for (const { botId } of (await read<{ botId: string }>('/bff/bots')).items) {
        if ((await read(`/bots/${botId}/fills?page_size=1`)).items.length > 0) return;
      }
      await sleep(POLL_MS);
    }
  }
}

async function measureHere(scratch: string, progress: Report): Promise<BenchResult[]> {
  const platform = await Platform.in(REPOSITORY, join(scratch, 'home'));
  try {
    progress('first start, empty home');
    const first = await platform.start(progress);
    await platform.run('down');
    progress('second start');
    const second = await platform.start(progress);
    progress(`idle memory after ${SETTLE_MS / 1000} s`);
    await sleep(SETTLE_MS);
    const status = JSON.parse(await platform.run('status', '--json')) as StackStatus;
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
  const platform = await Platform.in(checkout, join(checkout, '.platform'));
  try {
    progress('fresh clone, packages to install');
    const startedAt = performance.now();
    const ready = await platform.start(progress);
    await platform.firstFill();
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
