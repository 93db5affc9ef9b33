/**
 * Runs: one row per backtest or per period of live trading. There is no paper-trading mode; the kind is
 * reserved.
 */

export const RUN_KINDS = ['live', 'paper', 'backtest'] as const;

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Spacing of the points of an equity curve. */
export const RESOLUTIONS = ['1m', '1h', '1d'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Thresholds of the promotion flow; all results net of fees, slippage and funding. */
export const PROMOTION = {
  signalQuality: { minSharpe: 0.5, minWalkForwardConsistency: 0.5 },
  productionSharpe: 0.9,
  simulation: { maxDrawdownPct: 30, minCagrPct: 0 },
  requiredSymbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
  testnetMinTrades: 30,
  microAllocationFraction: 0.01,
  microAllocationWeeks: { min: 2, max: 4 },
} as const;

/** How far the data carries a backtest, best first. */
export const COVERAGE_GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
export type CoverageGrade = (typeof COVERAGE_GRADES)[number];

/**
 * Where the slippage of a backtest comes from: our estimate for the symbol, what is assumed without one, or
 * the caller.
 */
export const SLIPPAGE_SOURCES = ['estimate', 'default', 'given', 'given_below_estimate'] as const;
export type SlippageSource = (typeof SLIPPAGE_SOURCES)[number];
