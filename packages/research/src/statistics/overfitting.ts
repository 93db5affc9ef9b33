/**
 * The probability of backtest overfitting by combinatorially symmetric cross-validation (Bailey, Borwein,
 * Lopez de Prado and Zhu, 2015): the days are cut into blocks, every half of the blocks chooses its best
 * trial, and the other half says where that trial ranks. How often it ranks below the median is the
 * probability. Sharpe ratios of any union of blocks follow from three sums per block and trial, so the
 * returns themselves need not be kept.
 */
import { log } from '@platform/core';

export const PBO_BLOCKS = 16;
/** Count, sum and sum of squares. */
export const SUMS_PER_BLOCK = 3;

/** Adds the days of one trial up into its blocks. `sums` has PBO_BLOCKS × SUMS_PER_BLOCK numbers. */
export function sumBlocks(dailyReturns: Float64Array, days: number, sums: Float64Array): void {
  sums.fill(0);
  for (let day = 0; day < dailyReturns.length; day++) {
    const dailyReturn = dailyReturns[day]!;
    const block = Math.min(PBO_BLOCKS - 1, Math.floor((day * PBO_BLOCKS) / days));
    const at = block * SUMS_PER_BLOCK;
    sums[at]! += 1;
    sums[at + 1]! += dailyReturn;
    sums[at + 2]! += dailyReturn * dailyReturn;
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
  const ones = new Float64Array(trials.length);
  const others = new Float64Array(trials.length);
  for (let k = 0; k < halves.length / 2; k++) {
    // In order of their bits, the other half of the blocks lies as far from the end.
    const other = halves.length - 1 - k;
    fillSharpes(trials, halves[k]!, ones);
    fillSharpes(trials, halves[other]!, others);
    logits[k] = logitOf(ones, others);
    logits[other] = logitOf(others, ones);
  }
  const below = logits.reduce((count, logit) => count + (logit <= 0 ? 1 : 0), 0);
  return { probability: below / logits.length, logits };
}

/** Where the best trial in sample ranks out of sample. */
function logitOf(inSample: Float64Array, outOfSample: Float64Array): number {
  let chosen = 0;
  for (let trial = 1; trial < inSample.length; trial++)
    if (inSample[trial]! > inSample[chosen]!) chosen = trial;
  const rank = rankOf(outOfSample, outOfSample[chosen]!) / (outOfSample.length + 1);
  return log(rank / (1 - rank));
}

function isUsable(sums: Float64Array): boolean {
  for (let block = 0; block < PBO_BLOCKS; block++) if (!(sums[block * SUMS_PER_BLOCK]! >= 2)) return false;
  return true;
}

/**
 * Every way to choose half of the blocks, in the order of the numbers whose bits they are: where the sums of
 * its blocks begin.
 */
function halvesOf(blocks: number): number[][] {
  const halves: number[][] = [];
  for (let set = 0; set < 1 << blocks; set++) {
    const chosen: number[] = [];
    for (let block = 0; block < blocks; block++) if ((set >> block) & 1) chosen.push(block * SUMS_PER_BLOCK);
    if (chosen.length === blocks / 2) halves.push(chosen);
  }
  return halves;
}

/** Over some blocks, of every trial. One that never moved has no ratio and counts as 0. */
function fillSharpes(
  trials: readonly Float64Array[],
  blocks: readonly number[],
  sharpes: Float64Array,
): void {
  for (let trial = 0; trial < trials.length; trial++) {
    const sums = trials[trial]!;
    let count = 0;
    let total = 0;
    let squares = 0;
    for (let k = 0; k < blocks.length; k++) {
      const at = blocks[k]!;
      count += sums[at]!;
      total += sums[at + 1]!;
      squares += sums[at + 2]!;
    }
    const mean = total / count;
    const variance = (squares - count * mean * mean) / (count - 1);
    sharpes[trial] = variance > 0 ? mean / Math.sqrt(variance) : 0;
  }
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
