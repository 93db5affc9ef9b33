import { strategies } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import {
  FUSED_LOOP,
  HEAVY,
  judgeAfterOthers,
  judgeAgainstFused,
  judgeFirstRuns,
  OPENING_ROUNDS,
  type PairSpeeds,
} from './engine-judgement';

/**
 * Speeds of a pair: the joined process has `unalike` of the other's speed until the others run in it, and
 * `kept` of that afterwards.
 */
function pair(unalike: number, kept: number, first = 10): PairSpeeds {
  const alone = [10, 20, 40];
  return {
    first: { alone: first, joined: first },
    before: { alone, joined: alone.map((speed) => unalike * speed) },
    after: { alone, joined: alone.map((speed) => unalike * kept * speed) },
  };
}

describe('a strategy beside others', () => {
  it('a strategy is judged by how much the ratio of two processes changes, not by how unalike they are', () => {
    const result = judgeAfterOthers('supertrend', [pair(1.25, 0.9), pair(0.75, 0.9), pair(1, 0.9)]);
    expect(result.ratio).toBeCloseTo(0.9);
    expect(result).toMatchObject({ name: 'supertrend, of its speed alone', met: true });
  });

  it('a strategy that loses more than a fifth of its speed beside others misses its aim', () => {
    expect(judgeAfterOthers('supertrend', [pair(1, 0.81)]).met).toBe(true);
    expect(judgeAfterOthers('supertrend', [pair(1, 0.79)]).met).toBe(false);
  });

  it('one pair of processes at a slow moment does not decide about a strategy', () => {
    const pairs = [pair(1, 0.95), pair(1, 0.1), pair(1, 0.95)];
    expect(judgeAfterOthers('supertrend', pairs).ratio).toBeCloseTo(0.95);
  });
});

describe('first runs', () => {
  const speeds = (runs: readonly number[]) => new Map([['supertrend', [...runs]]]);

  it('a first run is compared with the typical later run of its own process', () => {
    const [inTurn, alone] = judgeFirstRuns(
      'supertrend',
      [speeds([4, 8, 100, 10])],
      [pair(1, 1, 10), pair(1, 1, 10)],
    );
    expect(inTurn).toMatchObject({ value: 4, ratio: 0.4, met: true });
    expect(alone).toMatchObject({ value: 10, ratio: 0.5, met: true });
  });

  it('a first run of less than a third of the later ones misses its aim, in either kind of process', () => {
    const [inTurn, alone] = judgeFirstRuns('supertrend', [speeds([3, 10, 10, 10])], [pair(1, 1, 6)]);
    expect([inTurn!.met, alone!.met]).toEqual([false, false]);
  });

  it('runs after the opening rounds do not count as later ones of a first run', () => {
    const opening = [5, ...Array.from({ length: OPENING_ROUNDS - 1 }, () => 10)];
    const [inTurn] = judgeFirstRuns('supertrend', [speeds([...opening, 1_000, 1_000, 1_000])], [pair(1, 1)]);
    expect(inTurn!.ratio).toBe(0.5);
  });
});

describe('speeds against the fused loop', () => {
  it('the best of all processes counts, and heavy strategies have no aim', () => {
    const process = (fused: number, speed: number) => {
      const speeds = new Map(strategies.map(({ name }) => [name, [1, speed]]));
      return speeds.set(FUSED_LOOP, [fused]);
    };
    const [fused, ...results] = judgeAgainstFused([process(8, 3), process(10, 2)]);
    expect(fused).toMatchObject({ name: FUSED_LOOP, value: 10 });
    expect(results.map(({ ratio }) => ratio)).toEqual(strategies.map(() => 0.3));
    expect(results.find(({ name }) => name === 'supertrend')!.met).toBe(false);
    expect(results.find(({ name }) => name === 'ewmac')!.met).toBe(true);
    for (const { name, aim } of results) expect(aim === undefined, name).toBe(HEAVY.has(name));
  });
});
