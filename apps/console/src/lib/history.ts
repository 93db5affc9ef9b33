/**
 * Whether the stored bars suffice for what is asked, and what would have to be fetched: said before the
 * button, not after.
 */

import { DAY_MS, isTimeframe, type Timeframe, timeframeMs } from '@platform/core';
import type { Gap, InventoryItem } from './data/coverage';

export interface StoredRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowCount: number;
  readonly gapCount: number;
  /** The first hundred, oldest first. */
  readonly gaps: readonly Gap[];
  /** Where the newest span without a gap of a day begins. */
  readonly wholeFromMs: number;
}

export function storedRange(
  items: readonly InventoryItem[],
  symbol: string,
  timeframe: Timeframe,
): StoredRange | null {
  const item = items.find(
    (each) =>
      each.source === 'klines' &&
      each.market === 'perp' &&
      each.symbol === symbol &&
      each.timeframe === timeframe,
  );
  if (item === undefined || item.earliest === null || item.latest === null) return null;
  const { earliest, latest, rowCount, gapCount, gaps } = item;
  const lastLong = gaps.findLast(({ fromTs, toTs }) => toTs - fromTs >= DAY_MS);
  return {
    fromMs: earliest,
    toMs: latest + timeframeMs(timeframe),
    rowCount,
    gapCount,
    gaps,
    wholeFromMs: lastLong?.toTs ?? earliest,
  };
}

/** How many bars of a span are not there. */
function missingBars(gaps: readonly Gap[], fromMs: number, toMs: number): number {
  return gaps.reduce((sum, gap) => {
    const overlapMs = Math.min(toMs, gap.toTs) - Math.max(fromMs, gap.fromTs);
    return overlapMs <= 0 ? sum : sum + (gap.missing * overlapMs) / (gap.toTs - gap.fromTs);
  }, 0);
}

export function storedSymbols(items: readonly InventoryItem[]): readonly string[] {
  const symbols = items.filter(({ source, market }) => source === 'klines' && market === 'perp');
  return [...new Set(symbols.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])))].sort();
}

export interface Fitting {
  readonly timeframes: readonly string[];
  readonly validatedTimeframes: readonly string[];
  readonly warmupBars: Readonly<Record<string, number>>;
}

/** A result of fewer bars says little. */
const WORTH_TESTING = 100;

/**
 * The time frame to begin with: a validated one whose warm-up is stored with something left to test, else any
 * such, the coarsest first; where nothing suffices, the first that is stored at all.
 */
export function fittingTimeframeOf(
  strategy: Fitting,
  inventory: readonly InventoryItem[],
  symbol: string,
  beyondWarmup = WORTH_TESTING,
): { timeframe: Timeframe; isEnough: boolean } {
  const coarseFirst = strategy.timeframes.toReversed();
  const candidates = [...strategy.validatedTimeframes, ...coarseFirst].filter(isTimeframe);
  const rows = (timeframe: Timeframe) => storedRange(inventory, symbol, timeframe)?.rowCount ?? 0;
  const need = (timeframe: Timeframe) =>
    (strategy.warmupBars[timeframe] ?? Number.POSITIVE_INFINITY) + beyondWarmup;
  const enough = candidates.find((timeframe) => rows(timeframe) >= need(timeframe));
  if (enough !== undefined) return { timeframe: enough, isEnough: true };
  const stored = candidates.find((timeframe) => rows(timeframe) > 0);
  return { timeframe: stored ?? candidates[0] ?? '1h', isEnough: false };
}

export interface Shortage {
  /** Bars that warm the strategy up instead of being tested. */
  readonly eatenBars: number;
  readonly testedBars: number;
  /** What a fetch would have to bring so that the whole span is tested. */
  readonly missing: { readonly days: number; readonly fromMs: number; readonly toMs: number } | null;
}

/** What the warm-up leaves of a span. `warmupBars` counts the first decided bar. */
export function shortageOf(
  span: { readonly fromMs: number; readonly toMs: number },
  stored: StoredRange,
  timeframe: Timeframe,
  warmupBars: number,
): Shortage {
  const barMs = timeframeMs(timeframe);
  const present = (fromMs: number, toMs: number) =>
    Math.max(0, Math.floor((toMs - fromMs) / barMs - missingBars(stored.gaps, fromMs, toMs)));
  const eatenBars = Math.max(0, warmupBars - 1 - present(stored.fromMs, span.fromMs));
  const testedBars = Math.max(0, present(span.fromMs, span.toMs) - eatenBars);
  if (eatenBars === 0) return { eatenBars, testedBars, missing: null };
  const days = Math.ceil((eatenBars * barMs) / DAY_MS);
  const toMs = stored.wholeFromMs;
  return {
    eatenBars,
    testedBars,
    missing: { days, fromMs: toMs - days * DAY_MS, toMs },
  };
}

/** The first whole day that has its warm-up stored before it; the first stored day when none has. */
export function firstTestableDayMs(stored: StoredRange, timeframe: Timeframe, warmupBars: number): number {
  const warmMs = stored.wholeFromMs + (warmupBars - 1) * timeframeMs(timeframe);
  const dayMs = Math.ceil(warmMs / DAY_MS) * DAY_MS;
  return dayMs < stored.toMs ? dayMs : stored.wholeFromMs;
}
