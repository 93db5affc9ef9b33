/** What the trials of an experiment say, as it is stored and shown. Figures that do not exist are null. */
import type { ExperimentResult, TrialFigures as ShownFigures, TrialFigure } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import {
  type Axis,
  acrossSymbols,
  basePath,
  baseRunOf,
  type Experiment,
  FIGURES,
  figuresOf,
  idle,
  type Luck,
  type MethodVerdict,
  MonteCarloJudge,
  type Objective,
  type OutOfSample,
  type Overfitting,
  PATH_FIGURES,
  PERCENTILES,
  paramsAt,
  passes,
  runOutOfSample,
  SweepJudge,
  type SweepVerdict,
  type TrialMarket,
  WalkForwardJudge,
  type Window,
} from '@platform/research';

interface JudgedBy {
  readonly objective: Objective;
  readonly trialsEver: number;
  readonly trialCount: number;
  /** Combinations that were left out. */
  readonly contradictory: number;
}

/**
 * Takes in the rows of all trials in their order, NaN throughout where one failed, and keeps of each no more
 * than the result needs.
 */
interface ExperimentJudge {
  add(index: number, row: Float64Array): void;
  result(): ExperimentResult;
}

const NOTHING = {
  best: null,
  plateau: null,
  luck: null,
  overfitting: null,
  walkForward: null,
  runs: null,
  acrossSymbols: null,
  monteCarlo: null,
} as const;

/** Runs of its code are made through this. */
type AskStrategy = <T>(question: () => T) => T;

export function judgeOf(
  experiment: Experiment,
  markets: readonly TrialMarket[],
  by: JudgedBy,
  askStrategy: AskStrategy,
): ExperimentJudge {
  const market = markets[0]!;
  const base = {
    ...NOTHING,
    contradictory: by.contradictory,
    days: market.days,
    fromMs: tradedFromMs(market),
  };
  switch (experiment.kind) {
    case 'sweep': {
      const judge = new SweepJudge(experiment.axes, by.objective, by.trialCount);
      return {
        add: (index, row) => judge.add(index, row),
        result: () => ({ ...base, ...sweepResult(experiment.axes, judge.verdict(by.trialsEver)) }),
      };
    }
    case 'walk_forward': {
      const judge = new WalkForwardJudge(experiment.axes, experiment.windows, by.trialCount);
      return {
        add: (index, row) => judge.add(index, row),
        result: () => ({
          ...base,
          ...walkForwardResult(experiment, market, judge, by.trialsEver, askStrategy),
        }),
      };
    }
    case 'ablation':
    case 'multi_asset': {
      const rows: Float64Array[] = [];
      return {
        add: (_, row) => void rows.push(row.slice()),
        result: () => ({
          ...base,
          failed: rows.filter(hasFailed).length,
          runs: experiment.variants.map(({ name, params, market: at }, k) => ({
            name,
            symbol: markets[at]!.symbol,
            fromMs: tradedFromMs(markets[at]!),
            params: { ...params },
            figures: shownFigures(rows[k]!),
          })),
          ...(experiment.kind === 'multi_asset' && {
            acrossSymbols: acrossSymbols(
              experiment.variants.map(({ name }, k) => ({ name, figures: figuresOf(rows[k]!) })),
            ),
          }),
        }),
      };
    }
    case 'monte_carlo': {
      const run = basePath(askStrategy(() => baseRunOf(market, experiment.params)));
      const judge = new MonteCarloJudge(experiment.rules, run);
      return {
        add: (_, row) => judge.add(row),
        result: () => ({ ...base, ...monteCarloResult(run, judge.verdict()) }),
      };
    }
  }
}

function monteCarloResult(run: Float64Array, methods: readonly MethodVerdict[]) {
  const [totalReturn, maxDrawdownPct, sharpe] = [...run.subarray(0, PATH_FIGURES.length)].map(orNull);
  return {
    failed: methods.reduce((sum, { failed }) => sum + failed, 0),
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

function tradedFromMs({ bars, firstBar }: TrialMarket): number {
  return bars.openTimeMs[firstBar]!;
}

function sweepResult(axes: readonly Axis[], verdict: SweepVerdict) {
  const { best, failed, plateau, luck, overfitting } = verdict;
  return {
    failed,
    best:
      best === undefined
        ? null
        : { trial: best.trial, params: paramsAt(axes, best.index), figures: shownFigures(best.row) },
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
  judge: WalkForwardJudge,
  trialsEver: number,
  askStrategy: AskStrategy,
) {
  const { chosen } = judge;
  const tests = windows.map((window, w) => askStrategy(() => testOf(axes, market, window, chosen[w])));
  const verdict = judge.verdict(tests, trialsEver);
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
      consistency: orNull(consistency),
      efficiency: orNull(efficiency),
      stability: orNull(stability),
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
    sharpe: orNull(sharpe),
    totalReturn: orNull(totalReturn),
    cagr: orNull(cagr),
    maxDrawdownPct: orNull(maxDrawdownPct),
    calmar: orNull(calmar),
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
