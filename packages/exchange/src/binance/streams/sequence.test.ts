import { describe, expect, it } from 'vitest';
import type { MarketFrame } from '../parse/market-events';
import { SequenceCheck } from './sequence';

const START_MS = 1_700_000_040_000;

function bar(minute: number, isClosed: boolean): MarketFrame {
  const prices = { open: 1, high: 1, low: 1, close: 1 };
  const volumes = { volume: 1, quote_volume: 1, taker_buy_volume: 1, trades: 1 };
  const kline = { open_time: START_MS + minute * 60_000, ...prices, ...volumes };
  return { event: { kind: 'kline', market: 'perp', symbol: 'BTCUSDT', timeframe: '1m', isClosed, kline } };
}

const depth = (previous: string, last: string): MarketFrame => ({
  event: { kind: 'depth', symbol: 'BTCUSDT', bids: [], asks: [], timeMs: START_MS },
  depthSequence: { previous, last },
});

function brokenAt(frames: readonly MarketFrame[]): number[] {
  const check = new SequenceCheck();
  return frames.flatMap((frame, i) => (check.broken(frame) === undefined ? [] : [i]));
}

describe('what a stream left out', () => {
  it('bars that follow each other, repeat or come late break nothing', () => {
    expect(
      brokenAt([
        bar(0, false),
        bar(0, true),
        bar(1, false),
        bar(1, true),
        bar(1, true),
        bar(0, true),
        bar(2, true),
      ]),
    ).toEqual([]);
  });

  it('a closed bar that never came is noticed at the next bar, once', () => {
    expect(brokenAt([bar(0, true), bar(1, false), bar(2, false), bar(2, true), bar(3, true)])).toEqual([2]);
    expect(brokenAt([bar(0, true), bar(5, true), bar(6, true)])).toEqual([1]);
  });

  it('a break in the chain of update ids is noticed', () => {
    expect(brokenAt([depth('9', '12'), depth('12', '15'), depth('16', '20'), depth('20', '21')])).toEqual([
      2,
    ]);
  });
});
