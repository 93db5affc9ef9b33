/**
 * Minutes into every higher time frame, each directly from minutes with the aggregator that backtests use, so
 * that live bars and rebuilt ones have the same bits. Quote volume and trade count, which strategies do not
 * read, are summed alongside.
 */
import type { Kline } from '@platform/contracts';
import { type Bar, BarAggregator, barOpenTimeMs, TIMEFRAMES, type Timeframe } from '@platform/core';

export type HigherTimeframe = Exclude<Timeframe, '1m'>;
export const HIGHER_TIMEFRAMES = TIMEFRAMES.filter((timeframe) => timeframe !== '1m') as HigherTimeframe[];

export interface ClosedBar {
  readonly timeframe: HigherTimeframe;
  readonly bar: Kline;
}

/** A bucket that minutes skipped; the database may know them all the same. */
export interface BrokenBucket {
  readonly timeframe: HigherTimeframe;
  readonly openTimeMs: number;
}

export interface Step {
  readonly closed: readonly ClosedBar[];
  readonly broken: readonly BrokenBucket[];
}

const NOTHING: Step = { closed: [], broken: [] };

export class TimeframeLadder {
  private readonly rungs = HIGHER_TIMEFRAMES.map((timeframe) => new Rung(timeframe));

  push(bar: Kline): Step {
    let closed: ClosedBar[] | undefined;
    let broken: BrokenBucket[] | undefined;
    const input = toBar(bar);
    for (const rung of this.rungs) {
      const outcome = rung.push(input, bar);
      if (outcome === undefined) continue;
      if (outcome.bar === undefined) {
        broken ??= [];
        broken.push({ timeframe: rung.timeframe, openTimeMs: outcome.openTimeMs });
      } else {
        closed ??= [];
        closed.push({ timeframe: rung.timeframe, bar: outcome.bar });
      }
    }
    return closed === undefined && broken === undefined
      ? NOTHING
      : { closed: closed ?? [], broken: broken ?? [] };
  }
}

class Rung {
  private readonly aggregator: BarAggregator;
  private bucketMs = Number.NaN;
  private quoteVolume = 0;
  private trades = 0;
  /** The very first bucket begins wherever the minutes begin; being incomplete is no fault. */
  private isFirst = true;

  constructor(readonly timeframe: HigherTimeframe) {
    this.aggregator = new BarAggregator('1m', timeframe);
  }

  push(
    bar: Bar,
    minute: Kline,
  ): { readonly openTimeMs: number; readonly bar: Kline | undefined } | undefined {
    const bucketMs = barOpenTimeMs(this.timeframe, minute.open_time);
    const left = this.bucketMs;
    if (bucketMs !== left) {
      this.bucketMs = bucketMs;
      this.quoteVolume = 0;
      this.trades = 0;
    }
    this.quoteVolume += minute.quote_volume;
    this.trades += minute.trades;
    const events = this.aggregator.push(bar);
    for (const event of events) {
      if (event.kind === 'closed') {
        this.isFirst = false;
        return { openTimeMs: bucketMs, bar: toStoredBar(event.bar, this.quoteVolume, this.trades) };
      }
      if (event.kind === 'incomplete') {
        const wasFirst = this.isFirst;
        this.isFirst = false;
        return wasFirst ? undefined : { openTimeMs: left, bar: undefined };
      }
    }
    return undefined;
  }
}

function toBar(minute: Kline): Bar {
  return {
    openTimeMs: minute.open_time,
    open: minute.open,
    high: minute.high,
    low: minute.low,
    close: minute.close,
    volume: minute.volume,
    takerBuyVolume: minute.taker_buy_volume,
  };
}

function toStoredBar(bar: Bar, quoteVolume: number, trades: number): Kline {
  return {
    open_time: bar.openTimeMs,
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volume: bar.volume,
    quote_volume: quoteVolume,
    trades,
    taker_buy_volume: bar.takerBuyVolume,
  };
}
