/**
 * Macro news: windows of the event calendar, and shocks in macro series. A shock is a latest change that is
 * far from the earlier ones in their standard deviations, for as long as that observation still counts as
 * news.
 */
import type { RiskLimits } from '@platform/contracts';
import { type BreakerRule, type Observed, PORTFOLIO, type Reading } from './rule';

export interface CalendarWindow {
  readonly name: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface MacroSeries {
  readonly seriesId: string;
  /** Observations in time order, the latest last. */
  readonly timesMs: readonly number[];
  readonly values: readonly number[];
}

export interface MacroObservation {
  /** The clock that dates the calendar and the series. */
  readonly nowMs: number;
  readonly windows: readonly CalendarWindow[];
  readonly series: readonly MacroSeries[];
}

/** Fewer changes than this say nothing about what is usual. */
const FEWEST_CHANGES = 8;

export const macro: BreakerRule<null, MacroObservation> = {
  breaker: 'macro',
  initialMemory: null,

  observe(_, observation, limits): Observed<null> {
    return { memory: null, readings: [readingOf(observation, limits)] };
  },
};

function readingOf({ nowMs, windows, series }: MacroObservation, limits: RiskLimits): Reading {
  const shock = largestShock(nowMs, series, limits);
  const thresholds = {
    pauseAt: limits.macro_shock_sigmas,
    flattenAt: limits.macro_shock_flatten_sigmas,
  };
  const open = windows.find(({ fromMs, untilMs }) => nowMs >= fromMs && nowMs < untilMs);
  if (open !== undefined) {
    // The window pauses by itself, even where shocks are switched off.
    const pauseAt = thresholds.pauseAt > 0 ? thresholds.pauseAt : 1;
    const value = Math.max(pauseAt, shock?.sigmas ?? 0);
    const reason = `inside the window of ${open.name}`;
    return { kind: 'measured', scope: PORTFOLIO, value, ...thresholds, pauseAt, reason };
  }
  if (series.length === 0) return { kind: 'missing', scope: PORTFOLIO, reason: 'no macro data rows' };
  if (shock === null) return { kind: 'idle', scope: PORTFOLIO, reason: 'no macro series has news' };
  const reason = `latest move of ${shock.seriesId}, standard deviations`;
  return { kind: 'measured', scope: PORTFOLIO, value: shock.sigmas, ...thresholds, reason };
}

function largestShock(
  nowMs: number,
  series: readonly MacroSeries[],
  limits: RiskLimits,
): { readonly seriesId: string; readonly sigmas: number } | null {
  const oldestNewsMs = nowMs - limits.macro_shock_hold_secs * 1000;
  let largest: { seriesId: string; sigmas: number } | null = null;
  for (const { seriesId, timesMs, values } of series) {
    if ((timesMs.at(-1) ?? 0) < oldestNewsMs) continue;
    const sigmas = latestMove(values.slice(-(limits.macro_shock_window_changes + 2)));
    if (sigmas !== null && sigmas > (largest?.sigmas ?? -1)) largest = { seriesId, sigmas };
  }
  return largest;
}

/** The distance of the latest change from the mean of the earlier ones, in their standard deviations. */
function latestMove(values: readonly number[]): number | null {
  const changes = values.slice(1).map((value, i) => value - values[i]!);
  const latest = changes.pop();
  if (latest === undefined || changes.length < FEWEST_CHANGES) return null;
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const variance =
    changes.reduce((sum, change) => sum + (change - mean) * (change - mean), 0) / (changes.length - 1);
  // A series that never moved has no usual size of move: any move counts as large, none as zero.
  if (variance === 0) return latest === mean ? 0 : 100;
  return Math.abs(latest - mean) / Math.sqrt(variance);
}
