/**
 * The simulation in one process: seeds a minute on all cores, and how many hours of trading are lived through
 * in a second.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@platform/stack';
import type { Benchmark, BenchResult } from './benchmark';

/** Every kind of weather several times; the start of the program counts too. */
const SEEDS = 120;
const AIM_PER_MINUTE = 60;

export const benchmark: Benchmark = {
  name: 'simulation',
  summary: `the executor in virtual time under the faults of ${SEEDS} seeds`,
  run: measure,
};

async function measure(progress: (line: string) => void): Promise<BenchResult[]> {
  progress(`playing ${SEEDS} seeds`);
  const program = join(REPOSITORY, 'sim/src/virtual/main.ts');
  const options = ['--import', 'tsx', program, '--seeds', String(SEEDS), '--json'];
  const startedMs = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: REPOSITORY });
  const tookS = (performance.now() - startedMs) / 1_000;
  const { lasted_ms } = JSON.parse(stdout) as { readonly lasted_ms: number };
  const perMinute = (SEEDS / tookS) * 60;
  return [
    {
      name: `seeds per minute on ${availableParallelism()} cores`,
      value: perMinute,
      unit: '/min',
      aim: `>= ${AIM_PER_MINUTE}`,
      met: perMinute >= AIM_PER_MINUTE,
    },
    { name: 'trading lived through per second', value: lasted_ms / 3_600_000 / tookS, unit: 'h/s' },
  ];
}
