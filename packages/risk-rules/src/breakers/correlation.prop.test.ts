import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlation, type Leg, meanPairwiseCorrelation } from './correlation';

const closesOf = (returns: readonly number[]): Float64Array => {
  const closes = [100];
  for (const r of returns) closes.push(closes.at(-1)! * (1 + r));
  return Float64Array.from(closes);
};
const leg = (returns: readonly number[], direction: 1 | -1 = 1): Leg => ({
  symbol: 'X',
  direction,
  closes: closesOf(returns),
});

/** The definition: every pair in turn. */
function pairByPair(legs: readonly (readonly number[])[]): number {
  const pearson = (a: readonly number[], b: readonly number[]) => {
    const mean = (xs: readonly number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length;
    const [ma, mb] = [mean(a), mean(b)];
    let [ab, aa, bb] = [0, 0, 0];
    for (let i = 0; i < a.length; i++) {
      ab += (a[i]! - ma) * (b[i]! - mb);
      aa += (a[i]! - ma) ** 2;
      bb += (b[i]! - mb) ** 2;
    }
    return ab / Math.sqrt(aa * bb);
  };
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < legs.length; i++)
    for (let j = 0; j < i; j++) {
      sum += pearson(legs[i]!, legs[j]!);
      pairs += 1;
    }
  return sum / pairs;
}

const path = fc.array(
  fc.integer({ min: -100, max: 100 }).map((permille) => permille / 1000),
  { minLength: 30, maxLength: 30 },
);
const moves = (returns: readonly number[]) => new Set(returns).size > 5;

it('mean pairwise correlation is the mean over all pairs', () => {
  fc.assert(
    fc.property(fc.array(path.filter(moves), { minLength: 2, maxLength: 6 }), (legs) => {
      expect(meanPairwiseCorrelation(legs.map((returns) => leg(returns)))).toBeCloseTo(pairByPair(legs), 6);
    }),
  );
});

it('a symbol’s correlation with itself is 1, and with a perfect hedge -1', () => {
  fc.assert(
    fc.property(path.filter(moves), (returns) => {
      expect(meanPairwiseCorrelation([leg(returns), leg(returns)])).toBeCloseTo(1, 9);
      expect(meanPairwiseCorrelation([leg(returns), leg(returns, -1)])).toBeCloseTo(-1, 9);
    }),
  );
});

it('mean pairwise correlation uses only times at which every symbol has a bar', () => {
  const returns = Array.from({ length: 60 }, (_, i) => ((i * 37) % 11) / 100 - 0.05);
  const gappy = leg(returns);
  gappy.closes[10] = Number.NaN;
  expect(meanPairwiseCorrelation([gappy, leg(returns)])).toBeCloseTo(1, 9);
});

describe('the breaker', () => {
  const returns = Array.from({ length: 60 }, (_, i) => ((i * 37) % 11) / 100 - 0.05);
  const read = (grossExposureUsd: number, legs: readonly Leg[]) =>
    correlation.observe(
      correlation.initialMemory,
      { clusters: [{ scope: 'cluster:majors', network: 'prod', grossExposureUsd, legs }] },
      DEFAULT_RISK_LIMITS,
    ).readings[0];

  it('the correlation breaker judges a cluster only above its exposure', () => {
    const legs = [leg(returns), leg(returns)];
    expect(read(100_000, legs)).toMatchObject({ scope: 'cluster:majors', pauseAt: 0.85 });
    expect(read(99_999, legs)).toMatchObject({ value: expect.closeTo(1, 9), pauseAt: 0, flattenAt: 0 });
  });

  it('the correlation breaker sees at once a turned position, a closed one and new prices', () => {
    let memory = correlation.initialMemory;
    const next = (legs: readonly Leg[]) => {
      const clusters = [{ scope: 'cluster:majors', network: 'prod', grossExposureUsd: 1e6, legs }];
      const seen = correlation.observe(memory, { clusters }, DEFAULT_RISK_LIMITS);
      memory = seen.memory;
      return seen.readings[0];
    };
    const [one, other] = [leg(returns), leg(returns)];
    for (let look = 0; look < 2; look++)
      expect(next([one, other])).toMatchObject({ value: expect.closeTo(1) });
    expect(next([one, { ...other, direction: -1 }])).toMatchObject({ value: expect.closeTo(-1) });
    expect(next([one, leg([...returns].reverse())])).not.toMatchObject({ value: expect.closeTo(1) });
    expect(next([one])).toMatchObject({ kind: 'idle' });
  });

  describe('of a cluster on two networks', () => {
    const both = [leg(returns), leg(returns)];
    const [one, other] = both as [Leg, Leg];
    const on = (network: string, grossExposureUsd: number, legs: readonly Leg[]) => ({
      scope: 'cluster:majors',
      network,
      grossExposureUsd,
      legs,
    });
    const readings = (...clusters: ReturnType<typeof on>[]) =>
      [clusters, clusters.toReversed()].map(
        (given) =>
          correlation.observe(correlation.initialMemory, { clusters: given }, DEFAULT_RISK_LIMITS).readings,
      );

    it('a cluster on two networks is read where it is judged and moves most as one', () => {
      const hedged = [one, { ...other, direction: -1 as const }];
      for (const seen of readings(on('testnet', 1e6, hedged), on('prod', 1e6, both))) {
        expect(seen).toHaveLength(1);
        expect(seen[0]).toMatchObject({ value: expect.closeTo(1, 9), pauseAt: 0.85 });
        expect(seen[0]!.reason).toMatch(/on prod$/);
      }
    });

    it('a cluster on two networks is read where it is large enough to be judged, however the other moves', () => {
      const hedged = [one, { ...other, direction: -1 as const }];
      for (const seen of readings(on('testnet', 99_999, both), on('prod', 100_000, hedged)))
        expect(seen).toMatchObject([{ value: expect.closeTo(-1, 9), pauseAt: 0.85 }]);
    });

    it('a cluster on two networks is read as unmeasurable before too small, and that before empty', () => {
      const short = [leg(returns.slice(0, 10)), other];
      for (const seen of readings(on('testnet', 99_999, both), on('prod', 1e6, short)))
        expect(seen).toMatchObject([{ kind: 'missing' }]);
      for (const seen of readings(on('testnet', 99_999, both), on('prod', 1e6, [one])))
        expect(seen).toMatchObject([{ kind: 'measured', pauseAt: 0 }]);
    });
  });

  it('the correlation breaker has nothing to judge with one symbol, and no data with too little history', () => {
    expect(read(1e6, [leg(returns)])).toMatchObject({ kind: 'idle' });
    expect(read(1e6, [leg(returns.slice(0, 10)), leg(returns)])).toMatchObject({ kind: 'missing' });
    const still = leg(returns.map(() => 0));
    expect(read(1e6, [still, leg(returns)])).toMatchObject({ kind: 'missing' });
  });
});
