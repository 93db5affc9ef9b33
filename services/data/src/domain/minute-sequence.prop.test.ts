import { MINUTE_MS } from '@platform/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MinuteSequence } from './minute-sequence';

const bar = (minute: number) => ({
  open_time: minute * MINUTE_MS,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 0,
  quote_volume: 0,
  trades: 0,
  taker_buy_volume: 0,
});

it('bars leave in order, each once and without a hole, however they arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 120 }), (arrivals) => {
      const sequence = new MinuteSequence(0);
      const left: number[] = [];
      for (const minute of arrivals) {
        sequence.offer(bar(minute));
        left.push(
          ...sequence.release(Number.POSITIVE_INFINITY).map(({ open_time }) => open_time / MINUTE_MS),
        );
      }
      const seen = new Set(arrivals);
      let whole = 0;
      while (seen.has(whole)) whole += 1;
      expect(left).toEqual(Array.from({ length: whole }, (_, i) => i));
    }),
  );
});
