/** What the trials of an experiment say, as it is stored and shown. Figures that do not exist are null. */
import type { ExperimentResult, TrialFigures as ShownFigures, TrialFigure } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import {
  type Axis,
  basePath,
  baseRunOf,
  chosenIn,
  type Experiment,
  FIGURES,
  figuresOf,
  idle,
  judgeMonteCarlo,
  judgeSweep,
  judgeWalkForward,
  type Luck,
  type Objective,
  type OutOfSample,
  type Overfitting,
  PATH_FIGURES,
  PERCENTILES,
  paramsAt,
  passes,
  runOutOfSample,
  type TrialMarket,
  type Window,
} from '@platform/research';

/** A trial as it is stored: its number and its row, NaN throughout where it failed. */
export interface StoredTrials {
  readonly indices: readonly number[];
  readonly rows: readonly Float64Array[];
}

export interface JudgedBy {
  readonly objective: Objective;
  readonly trialsEver: number;
  /** Combinations that were left out. */
  readonly contradictory: number;
}

const NOTHING = {
  ...{ best: null, plateau: null, luck: null, overfitting: null },
  ...{ walkForward: null, runs: null, monteCarlo: null },
} as const;

export function judge(
  experiment: Experiment,
  markets: readonly TrialMarket[],
  trials: StoredTrials,
  by: JudgedBy,
): ExperimentResult {
  const market = markets[0]!;
  const base = {
    ...NOTHING,
    contradictory: by.contradictory,
    days: market.days,
    fromMs: tradedFromMs(market),
  };
  switch (experiment.kind) {
    case 'sweep':
      return { ...base, ...sweepResult(experiment.axes, trials, by) };
    case 'walk_forward':
      return { ...base, ...walkForwardResult(experiment, market, trials, by) };
    case 'ablation':
    case 'multi_asset':
      return {
        ...base,
        failed: failedOf(trials),
        runs: experiment.variants.map(({ name, params, market: at }, k) => ({
          name,
          symbol: markets[at]!.symbol,
          fromMs: tradedFromMs(markets[at]!),
          params: { ...params },
          figures: shownFigures(trials.rows[k]!),
        })),
      };
    case 'monte_carlo': {
      const run = basePath(baseRunOf(market, experiment.params));
      const methods = judgeMonteCarlo(experiment.rules, trials.rows, run);
      const [totalReturn, maxDrawdownPct, sharpe] = [...run.subarray(0, PATH_FIGURES.length)].map(orNull);
      return {
        ...base,
        failed: failedOf(trials),
        monteCarlo: {
          percentiles: [...PERCENTILES],
          run: { totalReturn: totalReturn!, maxDrawdownPct: maxDrawdownPct!, sharpe: sharpe! },
          methods: methods.map(({ percentiles, lossProbability, deeperThanRun, fan, ...rest }) => ({
            ...rest,
            percentiles: {
              totalReturn: percentiles.totalReturn.map(orNull),
              maxDrawdownPct: percentiles.maxDrawdownPct.map(orNull),
              sharpe: percentiles.sharpe.map(orNull),
            },
            lossProbability: orNull(lossProbability),
            deeperThanRun: orNull(deeperThanRun),
            fan: fan.map((line) => line.map(orNull)),
          })),
        },
      };
    }
  }
}

function tradedFromMs({ bars, firstBar }: TrialMarket): number {
  return bars.openTimeMs[firstBar]!;
}

function sweepResult(axes: readonly Axis[], { indices, rows }: StoredTrials, by: JudgedBy) {
  const { ranked, failed, plateau, luck, overfitting } = judgeSweep(
    { axes, indices, rows },
    by.objective,
    by.trialsEver,
  );
  const best = ranked[0];
  const hasBest = best !== undefined && !Number.isNaN(best.figures[by.objective]);
  return {
    failed,
    best: hasBest
      ? {
          trial: indices.indexOf(best.index),
          params: paramsAt(axes, best.index),
          figures: shownFigures(rows[indices.indexOf(best.index)]!),
        }
      : null,
    plateau:
      plateau === undefined
        ? null
        : {
            combinations: [...plateau.indices],
            share: plateau.share,
            neighbours: orNull(plateau.neighbours),
          },
    luck: shownLuck(luck),
    overfitting: shownOverfitting(overfitting),
  };
}

function walkForwardResult(
  { axes, windows }: Extract<Experiment, { kind: 'walk_forward' }>,
  market: TrialMarket,
  { indices, rows }: StoredTrials,
  by: JudgedBy,
) {
  const tests = windows.map((window, w) => testOf(axes, market, window, indices[chosenIn(rows, w) ?? -1]));
  const verdict = judgeWalkForward({ axes, windows, indices, rows, tests }, by.trialsEver);
  const { stitched, consistency, efficiency, stability, failed } = verdict;
  return {
    failed,
    luck: shownLuck(verdict.luck),
    overfitting: shownOverfitting(verdict.overfitting),
    walkForward: {
      windows: verdict.windows.map(({ chosen, inSample, outOfSample, ...window }) => ({
        ...window,
        params: chosen === undefined ? null : paramsAt(axes, chosen),
        inSample:
          inSample === undefined ? null : { sharpe: orNull(inSample.sharpe), cagr: orNull(inSample.cagr) },
        outOfSample: { ...daily(outOfSample), trades: outOfSample.trades },
      })),
      ...{ consistency: orNull(consistency), efficiency: orNull(efficiency), stability: orNull(stability) },
      stitched: { ...daily(stitched), fromMs: stitched.fromMs, curve: [...stitched.curve] },
      passed: passes(verdict) as NonNullable<ExperimentResult['walkForward']>['passed'],
    },
  };
}

function testOf(
  axes: readonly Axis[],
  market: TrialMarket,
  window: Window,
  chosen: number | undefined,
): OutOfSample {
  const params = chosen === undefined ? undefined : market.strategy.parse(paramsAt(axes, chosen));
  if (params === undefined || !params.ok) return idle((window.testToMs - window.testFromMs) / DAY_MS);
  return runOutOfSample(market, params.value, window);
}

type Daily = Record<'sharpe' | 'totalReturn' | 'cagr' | 'maxDrawdownPct' | 'calmar', number>;

function daily({ sharpe, totalReturn, cagr, maxDrawdownPct, calmar }: Daily) {
  return {
    ...{ sharpe: orNull(sharpe), totalReturn: orNull(totalReturn), cagr: orNull(cagr) },
    ...{ maxDrawdownPct: orNull(maxDrawdownPct), calmar: orNull(calmar) },
  };
}

function shownLuck(luck: Luck | undefined): ExperimentResult['luck'] {
  if (luck === undefined) return null;
  return {
    trialsEver: luck.trialsEver,
    expectedMaximumSharpe: orNull(luck.expectedMaximumSharpe),
    probabilisticSharpe: orNull(luck.probabilisticSharpe),
    deflatedSharpe: orNull(luck.deflatedSharpe),
    minimumTrackRecordDays: orNull(luck.minimumTrackRecordDays),
  };
}

const HISTOGRAM = { from: -5, bins: 40, width: 0.25 } as const;

function shownOverfitting(overfitting: Overfitting | undefined): ExperimentResult['overfitting'] {
  if (overfitting === undefined) return null;
  const histogram = new Array<number>(HISTOGRAM.bins).fill(0);
  for (const logit of overfitting.logits) {
    const bin = Math.floor((logit - HISTOGRAM.from) / HISTOGRAM.width);
    histogram[Math.max(0, Math.min(HISTOGRAM.bins - 1, bin))]! += 1;
  }
  return { probability: overfitting.probability, histogram };
}

function failedOf({ rows }: StoredTrials): number {
  return rows.filter(hasFailed).length;
}

/** A trial that fails has no figure at all; one that is sound has a return. */
export function hasFailed(row: Float64Array): boolean {
  return Number.isNaN(row[0]!) && Number.isNaN(row[1]!);
}

/** The names of the contract are those of the row. */
export function shownFigures(row: Float64Array): ShownFigures {
  const figures: Readonly<Record<TrialFigure, number>> = figuresOf(row);
  return Object.fromEntries(FIGURES.map((figure) => [figure, orNull(figures[figure])])) as ShownFigures;
}

/** Of a path of a Monte Carlo, which has three of them. */
export function pathFigures(row: Float64Array): ShownFigures {
  const none = Object.fromEntries(FIGURES.map((figure) => [figure, null])) as ShownFigures;
  return { ...none, ...Object.fromEntries(PATH_FIGURES.map((figure, k) => [figure, orNull(row[k]!)])) };
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
