/**
 * Runs seeds, two at a time and each on servers of its own, and says of each whether everything held; of one
 * that did not, all that is needed to look into it.
 */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { buildExecutor } from './build/executor-bundle';
import { percent } from './excused';
import { renderSchedule } from './schedule/render';
import { drawSchedule } from './schedule/schedule';
import { runSeed, type SeedResult } from './world/run-seed';
import { Servers } from './world/servers';

const OUTPUT = join(REPOSITORY, 'dist', 'safety');
/** A seed mostly waits. */
const AT_ONCE = 2;

export interface SeedsResult {
  readonly failed: readonly number[];
  /** Of the schedules, on average. */
  readonly excused: number;
}

export async function runSeeds(
  seeds: readonly number[],
  print: (line: string) => void,
): Promise<SeedsResult> {
  const bundle = join(OUTPUT, 'executor.mjs');
  await buildExecutor(bundle);
  const waiting = [...seeds];
  const failed: number[] = [];
  let done = 0;
  let excused = 0;
  const one = async (servers: Servers, seed: number) => {
    const logDirectory = join(OUTPUT, `seed-${seed}`);
    const result = await runSeed({ servers, seed, bundle, logDirectory });
    done += 1;
    excused += result.excused / seeds.length;
    print(`[${done}/${seeds.length}] ${summary(seed, result)}`);
    if (result.violations.length === 0) return rmSync(logDirectory, { recursive: true });
    failed.push(seed);
    for (const line of failure(seed, result, logDirectory)) print(line);
  };
  const inTurn = async () => {
    const servers = await Servers.start();
    try {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) await one(servers, seed);
    } finally {
      await servers.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, seeds.length) }, inTurn));
  return { failed: failed.sort((a, b) => a - b), excused };
}

function summary(seed: number, { violations, counts, tookMs, stalledMs, excused }: SeedResult): string {
  const { intents, orders, fills, lives } = counts;
  const verdict = violations.length === 0 ? 'everything held' : `${violations.length} VIOLATIONS`;
  const scene = `${intents} intents, ${orders} orders, ${fills} fills, ${lives} lives of the executor`;
  const times = `${(tookMs / 1_000).toFixed(0)} s, stalls of up to ${stalledMs.toFixed(0)} ms, ${percent(excused)} of the time excused`;
  return `seed ${seed}: ${verdict} (${scene}; ${times})`;
}

function failure(seed: number, { violations }: SeedResult, logDirectory: string): string[] {
  return [
    ...violations.map(({ invariant, detail }) => `  ${invariant.padEnd(4)} ${detail}`),
    '',
    ...renderSchedule(drawSchedule(seed)).map((line) => `  ${line}`),
    '',
    `  logs:  ${relative(REPOSITORY, logDirectory)}/ (executor.log, history.json)`,
    `  again: ./platform test safety --from ${seed}`,
    '  The schedule is the same again, the interleaving of the processes is not. Add the seed to sim/regressions.json.',
  ];
}
