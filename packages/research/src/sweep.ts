/**
 * What a sweep says once its trials are done: the best by the objective, how wide the plateau around it is, and how much of it is luck.
 * The number of trials that deflates the Sharpe ratio is handed in: it is not what this sweep tried but what was ever tried.
 */
import { type Axis, countOf, placesOf } from './space';
import { momentsOf } from './statistics/moments';
import { type Overfitting, overfittingOf } from './statistics/overfitting';
import {
  deflatedSharpe,
  expectedMaximumSharpe,
  minimumTrackRecord,
  probabilisticSharpe,
} from './statistics/sharpe';
import { FIGURES, type Figure, figuresOf, ROW_LENGTH, type TrialFigures } from './trial';

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

export interface Trial {
  /** Its number among all combinations. */
  readonly index: number;
  readonly figures: TrialFigures;
}

export interface SweepVerdict {
  /** Best first; trials without the figure come last and never win. */
  readonly ranked: readonly Trial[];
  readonly failed: number;
  readonly plateau: Plateau | undefined;
  readonly luck: Luck | undefined;
  readonly overfitting: Overfitting | undefined;
}

export interface Plateau {
  /** Combinations connected to the best one by single steps, each at least at four fifths of its objective. */
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

export interface SweepRows {
  readonly axes: readonly Axis[];
  /** The combination that each row is of. */
  readonly indices: readonly number[];
  readonly rows: readonly Float64Array[];
}

const DAYS_PER_YEAR = 365;

export function judgeSweep(sweep: SweepRows, objective: Objective, trialsEver: number): SweepVerdict {
  const trials = sweep.rows.map((row, k) => ({ index: sweep.indices[k]!, figures: figuresOf(row), row }));
  const done = trials.filter(({ figures }) => !Number.isNaN(figures.days));
  const ranked = [...done].sort(
    (a, b) => compare(b.figures[objective], a.figures[objective]) || a.index - b.index,
  );
  const best = ranked[0];
  const hasBest = best !== undefined && !Number.isNaN(best.figures[objective]);
  return {
    ranked: ranked.map(({ index, figures }) => ({ index, figures })),
    failed: trials.length - done.length,
    plateau: hasBest ? plateauOf(sweep.axes, ranked, objective) : undefined,
    luck: hasBest
      ? luckOf(
          best.figures,
          done.map(({ figures }) => figures),
          Math.max(trialsEver, done.length),
        )
      : undefined,
    overfitting: overfittingOf(done.map(({ row }) => row.subarray(FIGURES.length, ROW_LENGTH))),
  };
}

/** What cannot be compared is below everything. */
function compare(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  return a - b;
}

function plateauOf(
  axes: readonly Axis[],
  ranked: readonly Trial[],
  objective: Objective,
): Plateau | undefined {
  const values = new Map(ranked.map(({ index, figures }) => [index, figures[objective]]));
  const top = ranked[0]!;
  const level = top.figures[objective] * PLATEAU_SHARE;
  if (!(top.figures[objective] > 0)) return undefined;
  const reached = new Set([top.index]);
  for (const index of reached) {
    for (const neighbour of neighboursOf(axes, index)) {
      if ((values.get(neighbour) ?? Number.NaN) >= level) reached.add(neighbour);
    }
  }
  const around = neighboursOf(axes, top.index).flatMap((index) => values.get(index) ?? []);
  const indices = [...reached].sort((a, b) => a - b);
  return { indices, share: indices.length / ranked.length, neighbours: median(around) };
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

/** How much of one record is luck, given how the Sharpe ratios of all trials scatter and how many there ever were. */
export function luckOf(
  best: Pick<TrialFigures, 'dailySharpe' | 'days' | 'skewness' | 'kurtosis'>,
  done: readonly TrialFigures[],
  trialsEver: number,
): Luck {
  const { deviation } = momentsOf(done.map(({ dailySharpe }) => dailySharpe));
  const variance = done.length > 1 ? deviation * deviation : 0;
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
