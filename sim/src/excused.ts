/**
 * Faults excuse a position without a stop for as long as they are felt. A simulation that excuses too much
 * shows nothing, and would go on finding that everything held: so the share is judged where enough schedules
 * are played for it to say something.
 */
const MOST_EXCUSED = 0.35;
const ENOUGH_SEEDS = 50;

/** By the mean over the seeds that were played. */
export function isTooMuchExcused(excused: number, seeds: number): boolean {
  return seeds >= ENOUGH_SEEDS && excused >= MOST_EXCUSED;
}

export function describeExcused(excused: number): string {
  return `${percent(excused)} of the schedules excuse a position without a stop`;
}

/** What a run that is judged so says of itself. */
export const TOO_MUCH_EXCUSED = `that is too much: it has to stay below ${percent(MOST_EXCUSED)}`;

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
