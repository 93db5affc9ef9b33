/**
 * What a bot asks for before it may decide, and whether the answer is good enough. A dataset that is
 * incomplete or older than its budget is named in a warning; strict bots start without warnings or not at
 * all.
 */
import {
  LOOKBACK_ROWS,
  stalenessBudgetMs,
  WARMUP_RETRY,
  type WarmupDataset,
  type WarmupDatasetResult,
} from '@platform/contracts';
import { type Timeframe, timeframeMs } from '@platform/core';
import type { DatasetNeed } from '@platform/strategies';

export interface WarmupPlan {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly needs: readonly DatasetNeed[];
  /** Bars the evaluator must have seen before the first decision, that one included. */
  readonly warmupBars: number;
  /** The bar the stored state was taken on; null without one. */
  readonly resumeAtMs: number | null;
}

/** Bars that a resumed bot needs beyond the warm-up: those it missed. */
export function missedBars(plan: WarmupPlan, newestOpenTimeMs: number): number {
  if (plan.resumeAtMs === null) return 0;
  return Math.max(0, (newestOpenTimeMs - plan.resumeAtMs) / timeframeMs(plan.timeframe));
}

/** Whether the stored state is near enough to be reached with one request. */
export function canResume(plan: WarmupPlan, newestOpenTimeMs: number): boolean {
  return plan.warmupBars + missedBars(plan, newestOpenTimeMs) <= LOOKBACK_ROWS.max;
}

export function datasetRequest(plan: WarmupPlan, need: DatasetNeed, extraBars: number): WarmupDataset {
  const symbol = need.symbol ?? plan.symbol;
  const rows = Math.min(LOOKBACK_ROWS.max, need.lookbackBars + extraBars);
  if (need.kind === 'funding_rates') return { kind: 'funding_rates', symbol, lookback_count: rows };
  return { kind: need.kind, symbol, timeframe: plan.timeframe, lookback_bars: rows };
}

/** One line per dataset that is not good enough. */
export function judgeDatasets(results: readonly WarmupDatasetResult[], nowMs: number): readonly string[] {
  return results.flatMap((result) => {
    const name = [result.kind, result.symbol, result.timeframe].filter((part) => part !== null).join(' ');
    if (!result.is_complete) return [`${name}: ${result.returned} of ${result.requested} rows`];
    const budgetMs = stalenessBudgetMs({ kind: result.kind, timeframe: result.timeframe } as Parameters<
      typeof stalenessBudgetMs
    >[0]);
    if (budgetMs === null) return [];
    if (result.freshness_ts === null) return [`${name}: no rows`];
    const ageMs = nowMs - result.freshness_ts;
    return ageMs > budgetMs
      ? [`${name}: ${Math.round(ageMs / 1000)} s old, budget ${budgetMs / 1000} s`]
      : [];
  });
}

/** The pause before attempt `failures + 1`; `random` is in [0, 1). */
export function retryDelayMs(failures: number, random: number): number {
  if (failures === 0) return 0;
  const { initialMs, factor, capMs, jitterFraction } = WARMUP_RETRY;
  let delayMs = initialMs;
  for (let k = 1; k < failures && delayMs < capMs; k++) delayMs *= factor;
  return Math.min(delayMs, capMs) * (1 + jitterFraction * random);
}
