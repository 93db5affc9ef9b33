/** Which time frame still fits a chart. */
import { TIMEFRAMES, type Timeframe, timeframeMs } from '@platform/core';

/** The finest time frame, not finer than `finest`, of which the span has no more than `maxBars` bars. */
export function fittingTimeframe(finest: Timeframe, spanMs: number, maxBars: number): Timeframe {
  const candidates = TIMEFRAMES.slice(TIMEFRAMES.indexOf(finest));
  return candidates.find((timeframe) => spanMs / timeframeMs(timeframe) <= maxBars) ?? '1w';
}

/**
 * Time frames in which to look for bars of a span: the fitting one and coarser ones, or finer ones where it
 * is shorter than one bar.
 */
export function candidatesFor(fitting: Timeframe, spanMs: number): readonly Timeframe[] {
  const at = TIMEFRAMES.indexOf(fitting);
  const [finer, coarser] = [TIMEFRAMES.slice(0, at).toReversed(), TIMEFRAMES.slice(at)];
  return spanMs < timeframeMs(fitting) ? [...finer, ...coarser] : coarser;
}
