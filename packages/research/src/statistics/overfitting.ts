/**
 * The probability of backtest overfitting by combinatorially symmetric cross-validation (Bailey, Borwein, Lopez de Prado and Zhu, 2015):
 * the days are cut into blocks, every half of the blocks chooses its best trial, and the other half says where that trial ranks. How often
 * it ranks below the median is the probability. Sharpe ratios of any union of blocks follow from three sums per block and trial, so the
 * returns themselves need not be kept.
 */
import { log } from '@platform/core';

export const PBO_BLOCKS = 16;
/** Count, sum and sum of squares. */
export const SUMS_PER_BLOCK = 3;

/** Adds the days of one trial up into its blocks. `sums` has PBO_BLOCKS × SUMS_PER_BLOCK numbers. */
export class BlockSums {
  private day = 0;

  constructor(
    private readonly sums: Float64Array,
    private readonly days: number,
  ) {}

  add(dailyReturn: number): void {
    const block = Math.min(PBO_BLOCKS - 1, Math.floor((this.day * PBO_BLOCKS) / this.days));
    const at = block * SUMS_PER_BLOCK;
    this.sums[at]! += 1;
    this.sums[at + 1]! += dailyReturn;
    this.sums[at + 2]! += dailyReturn * dailyReturn;
    this.day += 1;
  }
}

export interface Overfitting {
  readonly probability: number;
  /** Ln(rank / (1 - rank)) of each choice out of sample; below 0 is worse than the median. */
  readonly logits: Float64Array;
}

/** Every half compares all trials: of more than these, so many are taken at equal distances. */
const MOST_COMPARED = 1_000;

/** The trials that are compared, taken while all of them pass by; only their sums are kept. */
export class ComparedTrials {
  private readonly kept: Float64Array[] = [];
  private readonly step: number;
  private passed = 0;

  constructor(count: number) {
    this.step = Math.max(1, count / MOST_COMPARED);
  }

  /** Undefined for a trial that failed, which is left out. */
  add(sums: Float64Array | undefined): void {
    const k = this.passed++;
    const isTaken = Math.floor(k / this.step) !== Math.floor((k - 1) / this.step);
    if (isTaken && sums !== undefined) this.kept.push(sums.slice());
  }

  overfitting(): Overfitting | undefined {
    return overfittingOf(this.kept);
  }
}

/** Undefined for fewer than two trials, or blocks without two days each. */
export function overfittingOf(trials: readonly Float64Array[]): Overfitting | undefined {
  if (trials.length < 2 || trials.some((sums) => !isUsable(sums))) return undefined;
  const halves = halvesOf(PBO_BLOCKS);
  const logits = new Float64Array(halves.length);
  const inSample = new Float64Array(trials.length);
  const outOfSample = new Float64Array(trials.length);
  halves.forEach((half, k) => {
    trials.forEach((sums, trial) => {
      inSample[trial] = sharpeOf(sums, half, true);
      outOfSample[trial] = sharpeOf(sums, half, false);
    });
    const chosen = inSample.reduce((best, value, trial) => (value > inSample[best]! ? trial : best), 0);
    const rank = rankOf(outOfSample, outOfSample[chosen]!) / (trials.length + 1);
    logits[k] = log(rank / (1 - rank));
  });
  const below = logits.reduce((count, logit) => count + (logit <= 0 ? 1 : 0), 0);
  return { probability: below / logits.length, logits };
}

function isUsable(sums: Float64Array): boolean {
  for (let block = 0; block < PBO_BLOCKS; block++) if (!(sums[block * SUMS_PER_BLOCK]! >= 2)) return false;
  return true;
}

/** Every way to choose half of the blocks, as bit sets. */
function halvesOf(blocks: number): number[] {
  const halves: number[] = [];
  for (let set = 0; set < 1 << blocks; set++) {
    let chosen = 0;
    for (let bits = set; bits !== 0; bits &= bits - 1) chosen += 1;
    if (chosen === blocks / 2) halves.push(set);
  }
  return halves;
}

/** A trial that never moved has no ratio and counts as 0. */
function sharpeOf(sums: Float64Array, half: number, isInside: boolean): number {
  let count = 0;
  let total = 0;
  let squares = 0;
  for (let block = 0; block < PBO_BLOCKS; block++) {
    if (((half >> block) & 1) === (isInside ? 0 : 1)) continue;
    const at = block * SUMS_PER_BLOCK;
    count += sums[at]!;
    total += sums[at + 1]!;
    squares += sums[at + 2]!;
  }
  const mean = total / count;
  const variance = (squares - count * mean * mean) / (count - 1);
  return variance > 0 ? mean / Math.sqrt(variance) : 0;
}

/** From 1; trials that are equal share the middle of their places. */
function rankOf(values: Float64Array, own: number): number {
  let below = 0;
  let equal = 0;
  for (const value of values) {
    if (value < own) below += 1;
    else if (value === own) equal += 1;
  }
  return below + (equal + 1) / 2;
}
