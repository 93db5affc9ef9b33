/**
 * What one series adds to a write: minutes, the higher bars that they complete, and which of its bars are
 * published.
 */
import type { Kline, KlineMessage } from '@platform/contracts';
import { timeframeMs } from '@platform/core';
import type { BrokenBucket, Step, TimeframeLadder } from '../domain/timeframe-ladder';
import type { LiveSeries } from './live-series';

export interface Batch {
  readonly live: LiveSeries;
  readonly minutes: readonly Kline[];
  readonly messages: readonly KlineMessage[];
  /** Those of the messages that are published. */
  readonly freshBars: readonly KlineMessage[];
  readonly broken: readonly BrokenBucket[];
  readonly pending?: PendingAggregation;
}

/** A minute whose higher bars follow when the minutes of all series are written. */
export interface PendingAggregation {
  readonly ladder: TimeframeLadder;
  readonly minute: Kline;
}

/**
 * Minutes with the higher bars each of them completes right behind it; a single one, as a live one is,
 * without them.
 */
export function batchOfMinutes(live: LiveSeries, minutes: readonly Kline[]): Batch {
  const ladder = live.ladder!;
  const [minute] = minutes;
  if (minutes.length === 1) return { ...batchOf(live, minutes, []), pending: { ladder, minute: minute! } };
  return batchOf(
    live,
    minutes,
    minutes.map((each) => ladder.push(each)),
  );
}

/**
 * Of minutes and the steps that they made, as far as they made any; of a step alone when its minute is
 * written already.
 */
export function batchOf(live: LiveSeries, minutes: readonly Kline[], steps: readonly Step[]): Batch {
  const { market, symbol } = live;
  const messages: KlineMessage[] = [];
  for (let i = 0; i < Math.max(minutes.length, steps.length); i++) {
    if (i < minutes.length) messages.push({ market, symbol, timeframe: '1m', ...minutes[i]! });
    for (const { timeframe, bar } of steps[i]?.closed ?? [])
      messages.push({ market, symbol, timeframe, ...bar });
  }
  const isFresh = ({ open_time, timeframe }: KlineMessage) =>
    open_time + timeframeMs(timeframe) > live.newsFromMs;
  return {
    live,
    minutes,
    messages,
    freshBars: messages.filter(isFresh),
    broken: steps.flatMap(({ broken }) => broken),
  };
}
