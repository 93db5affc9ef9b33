/**
 * What a sweep says once its trials are done: the best by the objective, how wide the plateau around it is,
 * and how much of it is luck. The number of trials that deflates the Sharpe ratio is handed in: it is not
 * what this sweep tried but what was ever tried.
 */
import { type Axis, countOf, placesOf } from './space';
import { MomentSums, type Moments } from './statistics/moments';
import { ComparedTrials, type Overfitting } from './statistics/overfitting';
import {
  deflatedSharpe,
  expectedMaximumSharpe,
  minimumTrackRecord,
  probabilisticSharpe,
} from './statistics/sharpe';
import { blockSumsOf, type Figure, figureOf, figuresOf, hasRun, type TrialFigures } from './trial';

export const OBJECTIVES = [
  'sharpe',
  'totalReturn',
  'cagr',
  'calmar',
  'profitFactor',
] as const satisfies readonly Figure[];
export type Objective = (typeof OBJECTIVES)[number];

/** A neighbour this close to the best belongs to its plateau. */
const PLATEAU_SHARE = 0.8;

export interface SweepVerdict {
  /** Undefined where no trial has the objective. */
  readonly best: { readonly index: number; readonly trial: number; readonly row: Float64Array } | undefined;
  readonly failed: number;
  readonly plateau: Plateau | undefined;
  readonly luck: Luck | undefined;
  readonly overfitting: Overfitting | undefined;
}

export interface Plateau {
  /**
   * Combinations connected to the best one by single steps, each at least at four fifths of its objective.
   */
  readonly indices: readonly number[];
  /** Of all that were tried. */
  readonly share: number;
  /** The median objective of the best one's direct neighbours. */
  readonly neighbours: number;
}

export interface Luck {
  readonly trialsEver: number;
  /** Annualised: what the best of so many would show without any skill. */
  readonly expectedMaximumSharpe: number;
  readonly probabilisticSharpe: number;
  readonly deflatedSharpe: number;
  readonly minimumTrackRecordDays: number;
}

const DAYS_PER_YEAR = 365;

/**
 * Takes in the rows of a sweep in the order of their numbers and keeps of each its number and its objective
 * alone, besides those of the trials that are compared for overfitting: a hundred thousand trials are two
 * megabytes.
 */
export class SweepJudge {
  private readonly indices: Float64Array;
  private readonly objectives: Float64Array;
  private readonly compared: ComparedTrials;
  private readonly dailySharpes = new MomentSums();
  private count = 0;
  private failed = 0;
  private best: SweepVerdict['best'];

  constructor(
    private readonly axes: readonly Axis[],
    private readonly objective: Objective,
    trialCount: number,
  ) {
    this.indices = new Float64Array(trialCount);
    this.objectives = new Float64Array(trialCount);
    this.compared = new ComparedTrials(trialCount);
  }

  add(index: number, row: Float64Array): void {
    const trial = this.count++;
    const value = figureOf(row, this.objective);
    this.indices[trial] = index;
    this.objectives[trial] = value;
    const isDone = hasRun(row);
    this.compared.add(isDone ? blockSumsOf(row) : undefined);
    if (!isDone) {
      this.failed += 1;
      return;
    }
    this.dailySharpes.add(figureOf(row, 'dailySharpe'));
    const isBetter = this.best === undefined || value > figureOf(this.best.row, this.objective);
    if (!Number.isNaN(value) && isBetter) this.best = { index, trial, row: row.slice() };
  }

  verdict(trialsEver: number): SweepVerdict {
    const { best, failed } = this;
    const done = this.count - failed;
    return {
      best,
      failed,
      plateau: best && this.plateauAround(best.index, figureOf(best.row, this.objective), done),
      luck: best && luckOf(figuresOf(best.row), done, this.dailySharpes.moments, Math.max(trialsEver, done)),
      overfitting: this.compared.overfitting(),
    };
  }

  private plateauAround(top: number, value: number, done: number): Plateau | undefined {
    if (!(value > 0)) return undefined;
    const level = value * PLATEAU_SHARE;
    const reached = new Set([top]);
    for (const index of reached) {
      for (const neighbour of neighboursOf(this.axes, index)) {
        if (this.objectiveOf(neighbour) >= level) reached.add(neighbour);
      }
    }
    const around = neighboursOf(this.axes, top).map((index) => this.objectiveOf(index));
    const indices = [...reached].sort((a, b) => a - b);
    return { indices, share: indices.length / done, neighbours: median(around) };
  }

  /** NaN of a combination that was not tried. Trials come in the order of their numbers. */
  private objectiveOf(index: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.indices[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return this.indices[low] === index ? this.objectives[low]! : Number.NaN;
  }
}

/** One step up or down on one axis. */
function neighboursOf(axes: readonly Axis[], index: number): number[] {
  const places = placesOf(axes, index);
  let width = countOf(axes);
  return axes.flatMap(({ values }, a) => {
    width /= values.length;
    const place = places[a]!;
    return [...(place > 0 ? [index - width] : []), ...(place < values.length - 1 ? [index + width] : [])];
  });
}

function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * How much of one record is luck, given how the Sharpe ratios of all trials scatter and how many there ever
 * were.
 */
export function luckOf(
  best: Pick<TrialFigures, 'dailySharpe' | 'days' | 'skewness' | 'kurtosis'>,
  done: number,
  dailySharpes: Moments,
  trialsEver: number,
): Luck {
  const variance = done > 1 ? dailySharpes.deviation * dailySharpes.deviation : 0;
  const { dailySharpe: sharpe, days: count, skewness, kurtosis } = best;
  const record = { sharpe, count, skewness, kurtosis };
  return {
    trialsEver,
    expectedMaximumSharpe: expectedMaximumSharpe(trialsEver, variance) * Math.sqrt(DAYS_PER_YEAR),
    probabilisticSharpe: probabilisticSharpe(record),
    deflatedSharpe: deflatedSharpe(record, trialsEver, variance),
    minimumTrackRecordDays: minimumTrackRecord(record),
  };
}
