/**
 * Time frames and where their bars begin: UTC, open time in epoch milliseconds, weeks open on Monday 00:00.
 * Every bar starts at a multiple of its length since the epoch, weeks since its first Monday.
 */

export const TIMEFRAMES = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '1w',
] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** 1970-01-05 was the first Monday of the epoch. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const LENGTH_MS: Readonly<Record<Timeframe, number>> = {
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
  '1w': WEEK_MS,
};

export function isTimeframe(text: string): text is Timeframe {
  return (TIMEFRAMES as readonly string[]).includes(text);
}

export function timeframeMs(timeframe: Timeframe): number {
  return LENGTH_MS[timeframe];
}

/** The open time of the bar that contains `timeMs`. */
export function barOpenTimeMs(timeframe: Timeframe, timeMs: number): number {
  const lengthMs = LENGTH_MS[timeframe];
  const anchorMs = timeframe === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - anchorMs) / lengthMs) * lengthMs + anchorMs;
}
