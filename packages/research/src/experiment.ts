/**
 * An experiment as its workers see it: trials numbered from 0, each a pure function of its number, so that it
 * does not matter who does which, in what order or how often.
 */
import { RunMemory } from '@platform/engine';
import type { CommonParams } from '@platform/strategies';
import { type BaseRun, baseRunOf, type MonteCarloRules, PATH_ROW_LENGTH, runPath } from './monte-carlo';
import { type Axis, paramsAt } from './space';
import { ROW_LENGTH, runTrial, type TrialMarket } from './trial';
import type { Variant } from './variants';
import { runInSample, type WindowObjective, walkForwardRowLength } from './walk-forward';
import type { Window } from './windows';

export type Experiment =
  | { readonly kind: 'sweep'; readonly axes: readonly Axis[] }
  | {
      readonly kind: 'walk_forward';
      readonly axes: readonly Axis[];
      readonly windows: readonly Window[];
      readonly objective: WindowObjective;
    }
  | { readonly kind: 'ablation' | 'multi_asset'; readonly variants: readonly Variant[] }
  | { readonly kind: 'monte_carlo'; readonly params: CommonParams; readonly rules: MonteCarloRules };

export function rowLengthOf(experiment: Experiment): number {
  switch (experiment.kind) {
    case 'walk_forward':
      return walkForwardRowLength(experiment.windows);
    case 'monte_carlo':
      return PATH_ROW_LENGTH;
    default:
      return ROW_LENGTH;
  }
}

/** Does trial `index` and fills in its row; a fault of the trial is thrown. */
export type RunTrial = (index: number, row: Float64Array) => void;

export function trialsOf(experiment: Experiment, given: readonly TrialMarket[]): RunTrial {
  // One trial after the other, of which nothing is left but its row.
  const memory = new RunMemory();
  const markets = given.map((market) => ({ ...market, memory }));
  const market = markets[0]!;
  switch (experiment.kind) {
    case 'sweep': {
      const setAt = setAtOf(market, experiment.axes);
      return (index, row) => runTrial(market, setAt(index), row);
    }
    case 'walk_forward': {
      const { axes, windows, objective } = experiment;
      const setAt = setAtOf(market, axes);
      return (index, row) => runInSample(market, setAt(index), windows, objective, row);
    }
    case 'ablation':
    case 'multi_asset':
      return (index, row) => {
        const variant = experiment.variants[index]!;
        const own = markets[variant.market]!;
        runTrial({ ...own, settings: { ...own.settings, ...variant.settings } }, variant.params, row);
      };
    case 'monte_carlo': {
      const { params, rules } = experiment;
      let base: BaseRun | undefined;
      return (index, row) => {
        base ??= baseRunOf(market, params);
        runPath(market, params, base, rules, index, row);
      };
    }
  }
}

/**
 * A plan names sound sets only, each of which was parsed when it was made: here values take the place of
 * defaults, and nothing else.
 */
function setAtOf({ strategy }: TrialMarket, axes: readonly Axis[]): (index: number) => CommonParams {
  const defaults = strategy.parse({});
  if (!defaults.ok) throw new Error(`${strategy.name} refuses its own defaults`);
  return (index) => ({ ...defaults.value, ...paramsAt(axes, index) });
}
