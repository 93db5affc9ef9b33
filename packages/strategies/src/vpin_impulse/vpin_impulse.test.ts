import { describe, expect, it } from 'vitest';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import fixtures from './fixtures.json';
import { VolumeBuckets } from './volume-buckets';

describe('vpin_impulse', () => {
  it('vpin_impulse splits a bar pro rata over equal buckets and averages their imbalances', () => {
    const buckets = new VolumeBuckets(10, 2, 24);
    buckets.push(0, 5, 5); // half a bucket, all bought
    expect(buckets.vpin).toBeNaN();
    buckets.push(0, 15, 3); // fills it with 1 of 5 bought, and one more with 2 of 10 bought
    // Bought 6 and sold 4 of the first ten; bought 2 and sold 8 of the second.
    expect(buckets.vpin).toBeCloseTo((0.2 + 0.6) / 2, 12);
  });

  it('vpin_impulse drops the unfinished bucket at midnight and keeps the finished ones', () => {
    const buckets = new VolumeBuckets(10, 1, 24);
    buckets.push(0, 19, 19);
    expect(buckets.vpin).toBe(1);
    buckets.push(1, 9, 0);
    expect(buckets.vpin).toBe(1);
    buckets.push(1, 1, 0);
    expect(buckets.vpin).toBe(1);
    buckets.push(1, 10, 5);
    expect(buckets.vpin).toBe(0);
  });

  it('sizes buckets by the last 30 full days, a fiftieth of their mean, and fills none before', () => {
    const buckets = new VolumeBuckets(0, 1, 2);
    buckets.push(0, 1e9, 1e9); // a day of one bar is not full
    for (let day = 1; day <= 30; day++) {
      buckets.push(day, 250, 250);
      buckets.push(day, 250, 250);
    }
    expect(buckets.vpin).toBeNaN();
    buckets.push(31, 9, 9);
    expect(buckets.vpin).toBeNaN();
    buckets.push(31, 1, 1); // 500 a day makes buckets of 10
    expect(buckets.vpin).toBe(1);
  });

  it('works through a bar of any size in a bounded number of steps', () => {
    const buckets = new VolumeBuckets(2 ** -20, 5, 24);
    buckets.push(0, 2 ** 20, 0);
    expect(buckets.vpin).toBe(1);
  });

  itSignalsLikeTheReference('vpin_impulse', fixtures);
});
