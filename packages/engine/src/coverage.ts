/**
 * What a backtest stood on: how much of the span asked for there was, what the warm-up took of it, how many
 * settlements were known and where the slippage came from. `coverageOf` looks at the input alone, so that a
 * run can be judged before it is made; `coverage-grade.ts` turns the facts into a grade, its reasons and a
 * refusal.
 */
import type { CoverageGrade } from '@platform/contracts';
import {
  type BarSeries,
  barOpenTimeMs,
  firstBarFrom,
  HOUR_MS,
  type Timeframe,
  timeframeMs,
} from '@platform/core';
import type { CommonParams } from '@platform/strategies';
import type { BacktestInput, Span } from './backtest-input';
import { slippageSource } from './costs';
import { type CoverageFacts, judge } from './coverage-grade';

/**
 * Exchanges settle at least this often. A window counts as known when it holds a settlement, however many
 * there were.
 */
export const SETTLEMENT_WINDOW_MS = 8 * HOUR_MS;

/** From inclusive, to exclusive. */
export interface Coverage extends CoverageFacts {
  readonly grade: CoverageGrade;
  /** What keeps it from an A, in sentences. */
  readonly reasons: readonly string[];
}

export function coverageOf<P extends CommonParams>(input: BacktestInput<P>): Coverage {
  const facts = coverageFacts(input);
  return { ...facts, ...judge(facts) };
}

function coverageFacts<P extends CommonParams>(input: BacktestInput<P>): CoverageFacts {
  const { strategy, params, timeframe, market, settings, symbol } = input;
  const { bars } = market;
  const barMs = timeframeMs(timeframe);
  const warmupBars = strategy.warmupBars(params, timeframe);
  const asked = input.span ?? spanOf(bars, barMs, warmupBars - 1);
  const first = firstBarFrom(bars, asked.fromMs);
  // A bar that closes after the end of the span is used, but is neither expected nor counted.
  const end = Math.max(first, firstBarFrom(bars, asked.toMs - barMs + 1));
  const barsExpected = wholeBars(asked, timeframe);
  const barsFound = end - first;
  const used = usedSpan(bars, barMs, Math.max(first, warmupBars - 1));
  return {
    askedFromMs: asked.fromMs,
    askedToMs: asked.toMs,
    usedFromMs: used?.fromMs ?? null,
    usedToMs: used?.toMs ?? null,
    barsExpected,
    barsFound,
    barsMissing: Math.max(0, barsExpected - barsFound),
    warmupBars,
    warmupBarsEaten: Math.min(barsFound, Math.max(0, warmupBars - 1 - first)),
    warmupBarsMissing:
      first === 0 ? 0 : Math.max(0, barsBetween(bars.openTimeMs[0]!, asked.fromMs, timeframe) - first),
    ...auxiliaryBars(input, used),
    fundingGiven: market.funding !== undefined,
    ...settlements(input, used),
    slippageBps: settings.slippageBps,
    slippageSource: slippageSource(symbol, settings.slippageBps),
  };
}

/** No span was asked for: it is that of the bars given, after the warm-up. */
function spanOf(bars: BarSeries, barMs: number, warmup: number): Span {
  if (bars.length === 0) return { fromMs: 0, toMs: 0 };
  const from = bars.length > warmup ? warmup : 0;
  return { fromMs: bars.openTimeMs[from]!, toMs: bars.openTimeMs[bars.length - 1]! + barMs };
}

function usedSpan({ openTimeMs, length }: BarSeries, barMs: number, from: number): Span | undefined {
  if (from >= length) return undefined;
  return { fromMs: openTimeMs[from]!, toMs: openTimeMs[length - 1]! + barMs };
}

/** Bars that open at or after the beginning and close by the end. */
function wholeBars({ fromMs, toMs }: Span, timeframe: Timeframe): number {
  return Math.max(0, barsBetween(fromMs, barOpenTimeMs(timeframe, toMs), timeframe));
}

/** Bars that open from `fromMs` on and before `toMs`. */
function barsBetween(fromMs: number, toMs: number, timeframe: Timeframe): number {
  const barMs = timeframeMs(timeframe);
  const opensAtOrAfter = (timeMs: number) => {
    const openMs = barOpenTimeMs(timeframe, timeMs);
    return openMs === timeMs ? openMs : openMs + barMs;
  };
  return Math.max(0, (opensAtOrAfter(toMs) - opensAtOrAfter(fromMs)) / barMs);
}

function auxiliaryBars<P extends CommonParams>({ market }: BacktestInput<P>, used: Span | undefined) {
  const further = [market.spot, market.pair].filter((series) => series !== undefined);
  if (further.length === 0 || used === undefined) return { auxiliaryBarsExpected: 0, auxiliaryBarsFound: 0 };
  const within = (series: BarSeries) => firstBarFrom(series, used.toMs) - firstBarFrom(series, used.fromMs);
  const expected = within(market.bars);
  const found = further.reduce((least, series) => Math.min(least, within(series)), expected);
  return { auxiliaryBarsExpected: expected, auxiliaryBarsFound: found };
}

function settlements<P extends CommonParams>(
  { market: { funding } }: BacktestInput<P>,
  used: Span | undefined,
) {
  if (used === undefined) return { settlementsExpected: 0, settlementsFound: 0 };
  const windowOf = (timeMs: number) => Math.floor(timeMs / SETTLEMENT_WINDOW_MS);
  const firstWindow = Math.ceil(used.fromMs / SETTLEMENT_WINDOW_MS);
  const windows = Math.ceil(used.toMs / SETTLEMENT_WINDOW_MS) - firstWindow;
  let found = 0;
  let latest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < (funding?.length ?? 0); k++) {
    const window = windowOf(funding!.timeMs[k]!);
    if (window === latest || window < firstWindow || window >= firstWindow + windows) continue;
    latest = window;
    found += 1;
  }
  return { settlementsExpected: windows, settlementsFound: found };
}
