/**
 * Live over backtest: the backtest that covers the span of a live run with the same settings, and how far the
 * two curves lie apart.
 */

import { isTimeframe, timeframeMs } from '@platform/core';
import { lastAtMost } from './chart-data';
import type { Curve } from './runs/types';

interface LiveRun {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly initialEquityUsd: string;
}

interface Sizing {
  readonly mode: string;
  readonly value: number;
}

/** Null while the curve is shorter than a bar: there is nothing to lay a backtest over. */
export function sameSpanBacktest(run: LiveRun, curve: Pick<Curve, 'ts'>, sizing: Sizing) {
  const [fromMs, toMs] = [curve.ts[0], curve.ts.at(-1)];
  if (fromMs === undefined || toMs === undefined || !isTimeframe(run.timeframe)) return null;
  const barMs = timeframeMs(run.timeframe);
  const from_ts = Math.floor(fromMs / barMs) * barMs;
  const to_ts = Math.floor(toMs / barMs) * barMs;
  if (to_ts <= from_ts) return null;
  return {
    strategy: run.strategy,
    symbol: run.symbol,
    timeframe: run.timeframe,
    from_ts,
    to_ts,
    params: { size_hint: { kind: sizing.mode, value: sizing.value }, ...run.params },
    initial_equity_usd: run.initialEquityUsd,
  };
}

/** In percent of the backtest, at the last moment that both know; null when they share none. */
export function curveGapPct(live: Curve, backtest: Curve): number | null {
  const endMs = Math.min(live.ts.at(-1) ?? -1, backtest.ts.at(-1) ?? -1);
  const [ours, theirs] = [lastAtMost(live.ts, endMs), lastAtMost(backtest.ts, endMs)];
  const [liveUsd, backtestUsd] = [live.equityUsd[ours], backtest.equityUsd[theirs]];
  if (liveUsd === undefined || backtestUsd === undefined || backtestUsd === 0) return null;
  return 100 * (liveUsd / backtestUsd - 1);
}
