import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AggregationEvent, aggregateSeries, BarAggregator, canAggregate } from './aggregate';
import { type Bar, BarSeries } from './series';
import { barOpenTimeMs, HOUR_MS, MINUTE_MS, TIMEFRAMES, type Timeframe, timeframeMs } from './timeframe';

const START_MS = Date.parse('2026-11-02T00:00:00Z'); // a Monday

function bar(openTimeMs: number, price: number, volume = 1): Bar {
  return {
    openTimeMs,
    open: price,
    high: price + 2,
    low: price - 2,
    close: price + 1,
    volume,
    takerBuyVolume: volume / 4,
  };
}

function pushAll(aggregator: BarAggregator, bars: readonly Bar[]): AggregationEvent[] {
  return bars.flatMap((each) => [...aggregator.push(each)]);
}

it('bar aggregation makes one bar of open, extremes, last and volumes when the last finer bar arrives', () => {
  const aggregator = new BarAggregator('15m', '1h');
  const quarters = [10, 14, 7, 9].map((price, i) => bar(START_MS + i * 15 * MINUTE_MS, price, i + 1));
  expect(pushAll(aggregator, quarters.slice(0, 3))).toEqual([]);
  expect(aggregator.push(quarters[3]!)).toEqual([
    {
      kind: 'closed',
      bar: {
        openTimeMs: START_MS,
        open: 10,
        high: 16,
        low: 5,
        close: 10,
        volume: 10,
        takerBuyVolume: 2.5,
      },
    },
  ]);
  expect(aggregator.unfinished()).toBeNull();
});

it('a series that begins inside a bucket reports that bucket as incomplete and never emits it', () => {
  const aggregator = new BarAggregator('1h', '4h');
  const hours = [2, 3, 4, 5, 6, 7].map((hour) => bar(START_MS + hour * HOUR_MS, 100 + hour));
  expect(pushAll(aggregator, hours).map((event) => event.kind)).toEqual(['incomplete', 'closed']);
});

it('a gap makes its bucket incomplete, and buckets without any bar are reported as missing', () => {
  const aggregator = new BarAggregator('1h', '2h');
  const hours = [0, 1, 2, 9, 10, 11].map((hour) => bar(START_MS + hour * HOUR_MS, 100));
  expect(pushAll(aggregator, hours)).toMatchObject([
    { kind: 'closed' },
    { kind: 'incomplete', openTimeMs: START_MS + 2 * HOUR_MS, presentBars: 1, expectedBars: 2 },
    { kind: 'missing', openTimeMs: START_MS + 4 * HOUR_MS, bucketCount: 2 },
    { kind: 'incomplete', openTimeMs: START_MS + 8 * HOUR_MS, presentBars: 1, expectedBars: 2 },
    { kind: 'closed' },
  ]);
});

it('whole missing buckets after a closed one are reported too', () => {
  const aggregator = new BarAggregator('1h', '2h');
  const hours = [0, 1, 6].map((hour) => bar(START_MS + hour * HOUR_MS, 100));
  expect(pushAll(aggregator, hours).slice(1)).toEqual([
    { kind: 'missing', openTimeMs: START_MS + 2 * HOUR_MS, bucketCount: 2 },
  ]);
});

it('bar aggregation refuses a repeated, an older and a misaligned bar and carries on unharmed', () => {
  const aggregator = new BarAggregator('1h', '2h');
  const [first, second] = [bar(START_MS, 100), bar(START_MS + HOUR_MS, 100)];
  aggregator.push(first);
  expect(aggregator.push(first)).toMatchObject([{ kind: 'refused', reason: 'not_newer' }]);
  expect(aggregator.push(bar(START_MS - HOUR_MS, 1))).toMatchObject([{ reason: 'not_newer' }]);
  expect(aggregator.push(bar(START_MS + MINUTE_MS, 1))).toMatchObject([{ reason: 'misaligned' }]);
  expect(aggregator.push(second)).toMatchObject([{ kind: 'closed', bar: { low: 98, volume: 2 } }]);
});

it('bar aggregation refuses time frames that do not divide', () => {
  expect(canAggregate('8h', '12h')).toBe(false);
  expect(canAggregate('1h', '1h')).toBe(false);
  expect(() => new BarAggregator('8h', '12h')).toThrow(/do not make up/);
});

it('an aggregated bar has all of its finer bars, whatever is missing, and chunks change nothing', () => {
  const pairs = TIMEFRAMES.flatMap((source) =>
    TIMEFRAMES.filter((target) => canAggregate(source, target)).map((target) => [source, target] as const),
  );
  const span = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.constantFrom(...pairs), span, ([source, target], steps) => {
      expectWholeBars(source, target, steps);
    }),
    { numRuns: 150 },
  );
});

/** Steps of 1 are contiguous bars; larger steps leave gaps. */
function expectWholeBars(source: Timeframe, target: Timeframe, steps: readonly number[]): void {
  const finer = new BarSeries(8);
  let openTimeMs = barOpenTimeMs(source, START_MS + 7 * HOUR_MS);
  const perBucket = new Map<number, number>();
  for (const [i, step] of steps.entries()) {
    openTimeMs += step * timeframeMs(source);
    finer.append(bar(openTimeMs, 100 + ((i * 7) % 13)));
    const bucket = barOpenTimeMs(target, openTimeMs);
    perBucket.set(bucket, (perBucket.get(bucket) ?? 0) + 1);
  }
  const whole = timeframeMs(target) / timeframeMs(source);
  const { bars, problems, unfinished } = aggregateSeries(finer, source, target);
  const closed = [...bars.openTimeMs.subarray(0, bars.length)];
  const expected = [...perBucket].filter(([, count]) => count === whole).map(([open]) => open);
  expect(closed).toEqual(expected);
  const partial = problems.filter((event) => event.kind === 'incomplete').length + (unfinished ? 1 : 0);
  expect(closed.length + partial).toBe(perBucket.size);
}
