/** One seed on real processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { drawSchedule } from '../schedule/schedule';
import { type Played, play } from './play';
import type { Servers } from './servers';
import { Stage } from './stage';

export interface SeedOptions {
  readonly servers: Servers;
  readonly seed: number;
  readonly bundle: string;
  readonly logDirectory: string;
}

export interface SeedResult extends Omit<Played, 'history'> {
  readonly tookMs: number;
  /** The longest that this process was kept from running. */
  readonly stalledMs: number;
}

export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const startedMs = performance.now();
  const stalls = monitorEventLoopDelay();
  const stage = await Stage.open({ ...options, schedule: drawSchedule(options.seed), stalls });
  stalls.enable();
  try {
    const { history, ...played } = await play(stage);
    // Everything the checkers saw, to look things up in.
    if (played.violations.length > 0)
      writeFileSync(join(options.logDirectory, 'history.json'), JSON.stringify(history, null, 1));
    return { ...played, tookMs: performance.now() - startedMs, stalledMs: stalls.max / 1e6 };
  } finally {
    stalls.disable();
    await stage.close();
  }
}
