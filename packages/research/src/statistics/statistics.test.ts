import { describe, expect, it } from 'vitest';
import { momentsOf } from './moments';
import { normalCdf, normalQuantile } from './normal';
import { overfittingOf, PBO_BLOCKS, SUMS_PER_BLOCK, sumBlocks } from './overfitting';
import reference from './reference.json';
import { deflatedSharpe, expectedMaximumSharpe, minimumTrackRecord, probabilisticSharpe } from './sharpe';

it.each([
  [0, 0.5],
  [1, 0.8413447460685429],
  [-1.96, 0.024997895148220435],
  [3.5, 0.9997673709209645],
  [-6, 9.865876450376946e-10],
  [-10, 7.61985302416047e-24],
])('the normal distribution has %s at or below it with probability %s', (x, p) => {
  expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(1e-12);
});

it('the normal distribution has quantiles that its probabilities lead back to', () => {
  for (const p of [1e-12, 1e-6, 0.01, 0.3, 0.5, 0.9, 0.975, 0.999999]) {
    expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
  }
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  expect(normalQuantile(1.2)).toBeNaN();
});

describe('moments', () => {
  it('equal those of the definition', () => {
    const values = [0.01, -0.02, 0.03, 0.005, -0.04, 0.02, 0.02];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const central = (power: number) =>
      values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length;
    const moments = momentsOf(Float64Array.from(values));
    expect(moments.mean).toBeCloseTo(mean, 15);
    expect(moments.deviation).toBeCloseTo(Math.sqrt((central(2) * 7) / 6), 15);
    expect(moments.skewness).toBeCloseTo(central(3) / central(2) ** 1.5, 12);
    expect(moments.kurtosis).toBeCloseTo(central(4) / central(2) ** 2, 12);
  });
});

describe('the published worked examples', () => {
  it('two years of monthly returns with fat left tails: 0.913 instead of the 0.982 of normal ones', () => {
    const record = { sharpe: 0.458, count: 24, skewness: -2.448, kurtosis: 10.164 };
    expect(probabilisticSharpe(record)).toBeCloseTo(0.913, 3);
    expect(probabilisticSharpe({ ...record, skewness: 0, kurtosis: 3 })).toBeCloseTo(0.982, 3);
  });

  it('a yearly ratio of 2 takes 2.73 years of normal daily returns to be believed above 1', () => {
    const record = { sharpe: 2 / Math.sqrt(250), count: 0, skewness: 0, kurtosis: 3 };
    expect(minimumTrackRecord(record, 1 / Math.sqrt(250)) / 250).toBeCloseTo(2.73, 2);
    expect(minimumTrackRecord(record, record.sharpe)).toBe(Infinity);
  });

  it('a ratio of 2.5 found in 100 tries is believed with 0.9004, found in 46 with 0.9505', () => {
    const record = { sharpe: 2.5 / Math.sqrt(250), count: 1_250, skewness: -3, kurtosis: 10 };
    const variance = 0.5 / 250;
    expect(expectedMaximumSharpe(100, variance)).toBeCloseTo(0.1132, 4);
    expect(deflatedSharpe(record, 100, variance)).toBeCloseTo(0.9004, 4);
    expect(deflatedSharpe(record, 46, variance)).toBeCloseTo(0.9505, 4);
  });
});

describe('the probability of backtest overfitting', () => {
  const DAYS = 320;

  function trial(returnOn: (day: number) => number): Float64Array {
    const sums = new Float64Array(PBO_BLOCKS * SUMS_PER_BLOCK);
    sumBlocks(
      Float64Array.from({ length: DAYS }, (_, day) => returnOn(day)),
      DAYS,
      sums,
    );
    return sums;
  }

  const noise = (seed: number) => (day: number) => Math.sin(seed * 7.13 + day * (1 + seed * 0.37)) / 100;

  it('the probability of overfitting is 0 when one trial is better on every day', () => {
    const trials = [1, 2, 3, 4].map((seed) => trial((day) => noise(seed)(day) + (seed === 3 ? 0.05 : 0)));
    const { probability, logits } = overfittingOf(trials)!;
    expect(probability).toBe(0);
    expect(logits).toHaveLength(12_870);
  });

  it('the probability of overfitting is high when what wins in one half loses in the other', () => {
    const half = DAYS / 2;
    const trials = [1, -1].map((sign) => trial((day) => noise(5)(day) + (day < half ? sign : -sign) * 0.01));
    expect(overfittingOf(trials)!.probability).toBeGreaterThan(0.8);
  });

  it('the probability of overfitting needs two trials, and blocks of more than a day', () => {
    expect(overfittingOf([trial(noise(1))])).toBeUndefined();
    const sparse = new Float64Array(PBO_BLOCKS * SUMS_PER_BLOCK).fill(1);
    expect(overfittingOf([sparse, sparse])).toBeUndefined();
  });
});

/** The lab's numbers, made the same way: integers that stay exact in a double, then one division. */
function madeUpReturns(seed: number, count: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (16_807 * state) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.44) / 50;
  });
}

describe('the figures of scipy, to 1e-9', () => {
  const close = (found: number, expected: number) =>
    expect(Math.abs(found / expected - 1)).toBeLessThan(1e-9);
  const VARIANCE = 0.5 / 250;

  it.each(reference.records)(
    'our figures are those of scipy to 1e-9 for a ratio of $sharpe over $count periods',
    (expected) => {
      close(probabilisticSharpe(expected), expected.probabilistic);
      close(minimumTrackRecord(expected), expected.minimum);
      for (const [trials, probability] of Object.entries(expected.deflated)) {
        close(deflatedSharpe(expected, Number(trials), VARIANCE), probability);
      }
    },
  );

  it('our figures are those of scipy to 1e-9 for moments of the same returns', () => {
    [1, 2, 3].forEach((seed, k) => {
      const { mean, deviation, skewness, kurtosis } = momentsOf(madeUpReturns(seed, 400));
      const expected = reference.records[4 + k]!;
      close(mean / deviation, expected.sharpe);
      close(skewness, expected.skewness);
      close(kurtosis, expected.kurtosis);
    });
  });

  it('our figures are those of scipy to 1e-9 for the best of many tries and for overfitting', () => {
    for (const [trials, ratio] of Object.entries(reference.expectedMaximum)) {
      close(expectedMaximumSharpe(Number(trials), VARIANCE), ratio);
    }
    const trials = Array.from({ length: 8 }, (_, k) => {
      const sums = new Float64Array(PBO_BLOCKS * SUMS_PER_BLOCK);
      sumBlocks(madeUpReturns(11 + k, 320), 320, sums);
      return sums;
    });
    expect(overfittingOf(trials)!.probability).toBe(reference.overfitting);
  });
});
