/**
 * How old the newest row of a warm-up dataset may be. A dataset beyond its budget counts as incomplete.
 * Ages are measured from freshness_ts, which for candles is the close time of the newest bar.
 */
import { HOUR_MS, MINUTE_MS, type Timeframe, timeframeMs } from '@platform/core';
import type { DatasetKind } from './vocabulary/datasets';

/** null: an event stream, where silence is no fault. */
const FIXED_BUDGET_MS: Readonly<Record<Exclude<DatasetKind, 'spot_klines' | 'perp_klines'>, number | null>> =
  {
    funding_rates: 9 * HOUR_MS,
    open_interest: 70 * MINUTE_MS,
    long_short_ratio: 70 * MINUTE_MS,
    fear_greed: 26 * HOUR_MS,
    macro: 26 * HOUR_MS,
    liquidations: null,
  };

/**
 * One bar plus a twelfth of it, at least ten minutes: 70 minutes hourly and 26 hours daily, as the contract
 * has it.
 */
export function klineBudgetMs(timeframe: Timeframe): number {
  const lengthMs = timeframeMs(timeframe);
  return lengthMs + Math.max(10 * MINUTE_MS, lengthMs / 12);
}

export function stalenessBudgetMs(
  dataset:
    | { readonly kind: 'spot_klines' | 'perp_klines'; readonly timeframe: Timeframe }
    | { readonly kind: keyof typeof FIXED_BUDGET_MS },
): number | null {
  if (dataset.kind === 'spot_klines' || dataset.kind === 'perp_klines')
    return klineBudgetMs(dataset.timeframe);
  return FIXED_BUDGET_MS[dataset.kind];
}
