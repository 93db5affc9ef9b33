/**
 * How much faster than in production the executor's time may pass. Its waits shrink with the factor, the machine's work does not: on a
 * busy machine a fast clock would only show timeouts. Bundling the executor once tells how busy the machine is.
 */
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { buildExecutor } from './build/executor-bundle';

const PACES: readonly (readonly [bundledWithinMs: number, timeFactor: number])[] = [
  [1_500, 4],
  [4_000, 2],
  [Number.POSITIVE_INFINITY, 1],
];

export async function measurePace(): Promise<number> {
  const startedMs = performance.now();
  await buildExecutor({
    timeFactor: 1,
    patches: [],
    outfile: join(REPOSITORY, 'dist', 'safety', 'pace.mjs'),
  });
  const tookMs = performance.now() - startedMs;
  return PACES.find(([withinMs]) => tookMs <= withinMs)![1];
}
