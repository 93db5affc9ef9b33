/**
 * The limits that breakers and the gates of an entry judge by: rows of `risk.limits` under these names,
 * changed by an audited operator request and in force at the next evaluation or entry. A threshold of 0 turns
 * that outcome or that gate off.
 */

export interface RiskLimitSpec {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

const OFF = '0 is off';

export const RISK_LIMITS = {
  drawdown_portfolio_pause_fraction: {
    default: 0,
    min: 0,
    max: 1,
    description: `Drawdown of the portfolio or of a wallet from its peak that pauses every bot, fraction; ${OFF}`,
  },
  drawdown_portfolio_flatten_fraction: {
    default: 0.2,
    min: 0,
    max: 1,
    description: `Drawdown of the portfolio or of a wallet from its peak that flattens everything, fraction; ${OFF}`,
  },
  drawdown_bot_pause_fraction: {
    default: 0.1,
    min: 0,
    max: 1,
    description: `Drawdown of one bot from its peak that pauses it, fraction; ${OFF}`,
  },
  drawdown_bot_flatten_fraction: {
    default: 0,
    min: 0,
    max: 1,
    description: `Drawdown of one bot from its peak that flattens it, fraction; ${OFF}`,
  },
  drawdown_baseline: {
    default: 0,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description:
      'Any other number than before accepts the losses so far: peaks start again from the present equity',
  },
  daily_loss_pause_fraction: {
    default: 0,
    min: 0,
    max: 1,
    description: `Loss of the bots of a network since 00:00 UTC that pauses every bot, fraction of their capital; ${OFF}`,
  },
  daily_loss_flatten_fraction: {
    default: 0,
    min: 0,
    max: 1,
    description: `Loss of the bots of a network since 00:00 UTC that flattens everything, fraction of their capital; ${OFF}`,
  },
  entry_order_usd: {
    default: 0,
    min: 0,
    max: 1e12,
    description: `Largest order that opens a position, USD; ${OFF}`,
  },
  entry_gross_exposure_usd: {
    default: 0,
    min: 0,
    max: 1e12,
    description: `What all positions of a network may come to, long and short added, USD; ${OFF}`,
  },
  entry_leverage: {
    default: 0,
    min: 0,
    max: 125,
    description: `What all positions of a network may come to, in wallets of that network; ${OFF}`,
  },
  connectivity_pause_after_secs: {
    default: 120,
    min: 0,
    max: 86_400,
    description: `Silence of a bot, the venue stream or the data that pauses bots, seconds; ${OFF}`,
  },
  connectivity_flatten_after_secs: {
    default: 300,
    min: 0,
    max: 86_400,
    description: `The same silence with an open position that flattens, seconds; ${OFF}`,
  },
  vpin_pause_above: {
    default: 0.7,
    min: 0,
    max: 1,
    description: `Order-flow toxicity that pauses bots on the symbol; ${OFF}`,
  },
  vpin_flatten_above: {
    default: 0.9,
    min: 0,
    max: 1,
    description: `Order-flow toxicity that flattens the symbol; ${OFF}`,
  },
  vpin_buckets_per_day: {
    default: 50,
    min: 1,
    max: 1_440,
    description: "Volume buckets that an average day of the symbol's volume fills",
  },
  vpin_window_buckets: {
    default: 50,
    min: 2,
    max: 1_000,
    description: 'Buckets that the toxicity is the mean of',
  },
  macro_shock_sigmas: {
    default: 3,
    min: 0,
    max: 100,
    description: `Move of a macro series that pauses every bot, standard deviations; ${OFF}`,
  },
  macro_shock_flatten_sigmas: {
    default: 0,
    min: 0,
    max: 100,
    description: `Move of a macro series that flattens everything, standard deviations; ${OFF}`,
  },
  macro_shock_window_changes: {
    default: 60,
    min: 10,
    max: 1_000,
    description: 'Earlier changes of a macro series that its latest one is compared with',
  },
  macro_shock_hold_secs: {
    default: 86_400,
    min: 60,
    max: 2_592_000,
    description: 'How long after its date a macro observation still counts as news, seconds',
  },
  correlation_mean_pairwise_above: {
    default: 0.85,
    min: 0,
    max: 1,
    description: `Mean pairwise correlation of the positions held that pauses a cluster; ${OFF}`,
  },
  correlation_flatten_above: {
    default: 0,
    min: 0,
    max: 1,
    description: `Mean pairwise correlation of the positions held that flattens a cluster; ${OFF}`,
  },
  correlation_window_days: {
    default: 30,
    min: 2,
    max: 365,
    description: 'Window of the correlation, days',
  },
  correlation_gross_exposure_usd: {
    default: 100_000,
    min: 0,
    max: 1e12,
    description: 'Gross exposure of a cluster below which its correlation is ignored, USD',
  },
  breaker_hysteresis_fraction: {
    default: 0.1,
    min: 0,
    max: 0.9,
    description: 'A condition lasts until its value is this fraction below the threshold that it crossed',
  },
  evaluation_interval_ms: {
    default: 1_000,
    min: 200,
    max: 10_000,
    description: 'Time between two evaluations when nothing announces news earlier, milliseconds',
  },
} as const satisfies Readonly<Record<string, RiskLimitSpec>>;

export type RiskLimitName = keyof typeof RISK_LIMITS;
export type RiskLimits = Readonly<Record<RiskLimitName, number>>;

export function isRiskLimitName(text: string): text is RiskLimitName {
  return Object.hasOwn(RISK_LIMITS, text);
}

export const DEFAULT_RISK_LIMITS = Object.fromEntries(
  Object.entries(RISK_LIMITS).map(([name, spec]) => [name, spec.default]),
) as RiskLimits;
