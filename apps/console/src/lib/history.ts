/** Whether the stored bars suffice for what is asked, and what would have to be fetched: said before the button, not after. */
import type { InventoryItem } from './data/coverage';
import { DAY_MS, isTimeframe, type Timeframe, timeframeMs } from './timeframes';

export interface StoredRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowCount: number;
  readonly gapCount: number;
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
  const { earliest, latest, rowCount, gapCount } = item;
  return { fromMs: earliest, toMs: latest + timeframeMs(timeframe), rowCount, gapCount };
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
 * The time frame to begin with: a validated one whose warm-up is stored with something left to test, else any such, the coarsest
 * first; where nothing suffices, the first that is stored at all.
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
  const before = Math.max(0, Math.floor((span.fromMs - stored.fromMs) / barMs));
  const eatenBars = Math.max(0, warmupBars - 1 - before);
  const testedBars = Math.max(0, Math.floor((span.toMs - span.fromMs) / barMs) - eatenBars);
  if (eatenBars === 0) return { eatenBars, testedBars, missing: null };
  const days = Math.ceil((eatenBars * barMs) / DAY_MS);
  return {
    eatenBars,
    testedBars,
    missing: { days, fromMs: stored.fromMs - days * DAY_MS, toMs: stored.fromMs },
  };
}

/** The first whole day that has its warm-up stored before it; the first stored day when none has. */
export function firstTestableDayMs(stored: StoredRange, timeframe: Timeframe, warmupBars: number): number {
  const warmMs = stored.fromMs + (warmupBars - 1) * timeframeMs(timeframe);
  const dayMs = Math.ceil(warmMs / DAY_MS) * DAY_MS;
  return dayMs < stored.toMs ? dayMs : stored.fromMs;
}
