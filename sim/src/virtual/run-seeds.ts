/** Runs seeds on every core and says of each that fails all that is needed to look into it. */
import type { PlantedBug } from '../planted/planted-bug';
import { renderSchedule } from '../schedule/render';
import { drawSchedule } from '../schedule/schedule';
import { minimise } from './minimise';
import type { SeedReport } from './seed-worker';
import { onAllCores } from './threads';

export interface SeedsReport {
  readonly failed: readonly number[];
  /** Virtual time that was lived through. */
  readonly lastedMs: number;
  /** Of the schedules, on average. */
  readonly excused: number;
}

/** `onReport` hears of every seed, in the order in which they end. */
export async function runSeeds(
  seeds: readonly number[],
  onReport: (report: SeedReport) => void,
): Promise<SeedsReport> {
  const failed: number[] = [];
  let lastedMs = 0;
  let excused = 0;
  await onAllCores(seeds, async (seed, runSeed) => {
    const report = await runSeed({ seed });
    lastedMs += report.lastedMs;
    excused += report.excused / seeds.length;
    if (report.violations.length > 0) failed.push(seed);
    onReport(report);
  });
  return { failed: failed.sort((a, b) => a - b), lastedMs, excused };
}

/** What failed, and the shortest schedule that still does. */
export async function describeFailure(
  { seed, violations }: Pick<SeedReport, 'seed' | 'violations'>,
  schedule = drawSchedule(seed),
  bug?: PlantedBug,
): Promise<string[]> {
  const shortest = await minimise(schedule, violations[0]!.invariant, bug);
  const left = `${shortest.actions.length} of ${schedule.actions.length} actions still break ${violations[0]!.invariant}:`;
  return [
    ...violations.map(({ invariant, detail }) => `  ${invariant.padEnd(4)} ${detail}`),
    '',
    `  ${left}`,
    ...renderSchedule(shortest).map((line) => `  ${line}`),
    '',
    `  again: ./platform test simulation --from ${seed}`,
    '  Everything happens again, to the byte. Add the seed to sim/regressions-virtual.json.',
  ];
}
