/** Experiments: many trials of a strategy, and what may be said of them. */

export const EXPERIMENT_KINDS = ['sweep', 'walk_forward', 'ablation', 'multi_asset', 'monte_carlo'] as const;
export type ExperimentKind = (typeof EXPERIMENT_KINDS)[number];

export const EXPERIMENT_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

/** What a trial is chosen by; the last one in a sweep only. */
export const EXPERIMENT_OBJECTIVES = ['sharpe', 'totalReturn', 'cagr', 'calmar', 'profitFactor'] as const;

export const MONTE_CARLO_METHODS = ['trades', 'days', 'noise', 'delay', 'costs'] as const;

/** What is kept of every trial. */
export const TRIAL_FIGURES = [
  'sharpe',
  'totalReturn',
  'cagr',
  'maxDrawdownPct',
  'calmar',
  'trades',
  'winRate',
  'profitFactor',
  'exposure',
  'turnover',
  'dailySharpe',
  'days',
  'skewness',
  'kurtosis',
] as const;
export type TrialFigure = (typeof TRIAL_FIGURES)[number];

/** Above this an experiment is refused until the caller says how many to try. */
export const MOST_TRIALS = 100_000;
/** A rough figure for how long an experiment takes on one thread. */
export const TRIAL_BARS_PER_SECOND = 5e6;
