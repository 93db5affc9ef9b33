/** Runs seeds one after the other and says of each whether everything held; of one that did not, all that is needed to look into it. */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { buildExecutor } from './build/executor-bundle';
import { renderSchedule } from './schedule/render';
import { drawSchedule } from './schedule/schedule';
import { runSeed, type SeedResult } from './world/run-seed';
import type { Servers } from './world/servers';

const OUTPUT = join(REPOSITORY, 'dist', 'safety');

export interface RunOptions {
  readonly servers: Servers;
  readonly seeds: readonly number[];
  readonly timeFactor: number;
  print(line: string): void;
}

export interface SeedsResult {
  readonly failed: readonly number[];
  /** Of the schedules, on average. */
  readonly excused: number;
}

export async function runSeeds({ servers, seeds, timeFactor, print }: RunOptions): Promise<SeedsResult> {
  const bundle = join(OUTPUT, 'executor.mjs');
  await buildExecutor({ timeFactor, patches: [], outfile: bundle });
  const failed: number[] = [];
  let excused = 0;
  for (const [index, seed] of seeds.entries()) {
    const logDirectory = join(OUTPUT, `seed-${seed}`);
    const result = await runSeed({ servers, seed, bundle, databaseSetup: [], timeFactor, logDirectory });
    excused += result.excused / seeds.length;
    print(`[${index + 1}/${seeds.length}] ${summary(seed, result)}`);
    if (result.violations.length === 0) {
      rmSync(logDirectory, { recursive: true });
      continue;
    }
    failed.push(seed);
    for (const line of failure(seed, result, logDirectory)) print(line);
  }
  return { failed, excused };
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

export function summary(
  seed: number,
  { violations, counts, tookMs, stalledMs, excused }: SeedResult,
): string {
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
