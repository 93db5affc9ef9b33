/**
 * A reconcile pass over 200 bots that run as they should: read what is wanted, look at every process, find
 * nothing to do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult } from './benchmark';
import { type DataBench, generatedMinutes } from './data-environment';
import { ask, roleUrl, startManager } from './manager-service';

const BOTS = 200;
const SYMBOL = 'FLEETUSDT';
const WATCH_MS = 15_000;

export async function measureReconcile(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`reconcile: ${BOTS} bots`);
  const stateDirectory = join(bench.directory, 'reconcile');
  const bots = await wantedBots(bench);
  const processes = await runningBots(join(stateDirectory, 'bots'), bots);
  const manager = await startManager(bench, {
    PLATFORM_MANAGER__STATE_DIR: stateDirectory,
    PLATFORM_MANAGER__BOT_DATABASE_URL: roleUrl(bench, 'platform_bot'),
    PLATFORM_MANAGER__DATA_SERVICE_URL: 'http://127.0.0.1:9',
    PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '1000',
  });
  try {
    await sleep(2_000);
    const before = await passes(manager.url);
    await sleep(WATCH_MS);
    const after = await passes(manager.url);
    const alive = processes.filter((each) => each.exitCode === null && each.signalCode === null).length;
    if (alive !== BOTS) throw new Error(`the manager ended ${BOTS - alive} bots that were to run`);
    const meanMs = (1000 * (after.seconds - before.seconds)) / (after.count - before.count);
    return [{ name: `reconcile pass over ${BOTS} bots, mean`, value: meanMs, unit: 'ms' }];
  } finally {
    await manager.end('SIGTERM');
    for (const each of processes) each.kill('SIGKILL');
  }
}

interface Bot {
  readonly id: string;
  readonly generation: number;
}

/** Configured and started while no runtime is there to start them. */
async function wantedBots(bench: DataBench): Promise<readonly Bot[]> {
  // A bot is taken only for a symbol whose history is stored.
  const day = generatedMinutes(SYMBOL, Date.UTC(2026, 0, 1), 1);
  await bench.store.writeBulk({ market: 'perp', symbol: SYMBOL }, '1m', day);
  const manager = await startManager(bench);
  try {
    const bots: Bot[] = [];
    for (let i = 0; i < BOTS; i++) {
      const settings = { image_tag: 'v1', strategy: 'supertrend', symbol: SYMBOL, timeframe: '1h' };
      const { id } = await ask<Bot>(`${manager.url}/bots`, { bot_name: `bot ${i}`, ...settings });
      bots.push(await ask<Bot>(`${manager.url}/bots/${id}/start`, {}));
    }
    return bots;
  } finally {
    await manager.end('SIGTERM');
  }
}

/**
 * Processes that the manager takes for its bots: their records say so, and their environment names the bot.
 */
async function runningBots(directory: string, bots: readonly Bot[]): Promise<readonly ChildProcess[]> {
  await mkdir(directory, { recursive: true });
  return Promise.all(
    bots.map(async ({ id, generation }) => {
      const child = spawn('sleep', ['600'], { env: { PATH: process.env['PATH'], PLATFORM_BOT_ID: id } });
      const record = { generation, createdMs: Date.now() };
      await writeFile(join(directory, `${id}.pid`), `${child.pid}\n`);
      await writeFile(join(directory, `${id}.json`), JSON.stringify(record));
      return child;
    }),
  );
}

async function passes(url: string): Promise<{ seconds: number; count: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (suffix: string) =>
    Number(new RegExp(`^platform_manager_reconcile_duration_seconds_${suffix} (.+)$`, 'm').exec(text)?.[1]);
  return { seconds: value('sum'), count: value('count') };
}
