/** Time frames as the console needs them: how long a bar is, and which one still fits a chart. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const LENGTH_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const;

export type Timeframe = keyof typeof LENGTH_MS;
export const TIMEFRAMES = Object.keys(LENGTH_MS) as readonly Timeframe[];

export function isTimeframe(text: string): text is Timeframe {
  return Object.hasOwn(LENGTH_MS, text);
}

export function timeframeMs(timeframe: Timeframe): number {
  return LENGTH_MS[timeframe];
}

/** The finest time frame, not finer than `finest`, of which the span has no more than `maxBars` bars. */
export function fittingTimeframe(finest: Timeframe, spanMs: number, maxBars: number): Timeframe {
  const candidates = TIMEFRAMES.slice(TIMEFRAMES.indexOf(finest));
  return candidates.find((timeframe) => spanMs / LENGTH_MS[timeframe] <= maxBars) ?? '1w';
}

/** Time frames in which to look for bars of a span: the fitting one and coarser ones, or finer ones where it is shorter than one bar. */
export function candidatesFor(fitting: Timeframe, spanMs: number): readonly Timeframe[] {
  const at = TIMEFRAMES.indexOf(fitting);
  const [finer, coarser] = [TIMEFRAMES.slice(0, at).toReversed(), TIMEFRAMES.slice(at)];
  return spanMs < LENGTH_MS[fitting] ? [...finer, ...coarser] : coarser;
}
