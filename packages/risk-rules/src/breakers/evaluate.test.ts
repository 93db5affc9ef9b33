import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import { expect, it } from 'vitest';
import { evaluateBreaker, initialState } from './evaluate';
import type { BreakerRule } from './rule';

const counting: BreakerRule<number, number> = {
  breaker: 'vpin',
  initialMemory: 0,
  observe(memory, value) {
    if (value < 0) throw new Error('no such toxicity');
    const thresholds = { pauseAt: 0.5, flattenAt: 0 };
    return {
      memory: memory + 1,
      readings: [{ kind: 'measured', scope: 'portfolio', value, ...thresholds, reason: 'a test' }],
    };
  },
};

it('a breaker remembers its condition, so that hysteresis holds from one evaluation to the next', () => {
  const tripped = evaluateBreaker(counting, initialState(counting), 0.5, DEFAULT_RISK_LIMITS);
  const lower = evaluateBreaker(counting, tripped.state, 0.46, DEFAULT_RISK_LIMITS);
  const over = evaluateBreaker(counting, lower.state, 0.44, DEFAULT_RISK_LIMITS);
  expect([tripped, lower, over].map(({ verdicts }) => verdicts[0]!.outcome)).toEqual([
    'PauseBots',
    'PauseBots',
    'None',
  ]);
  expect(over.state.memory).toBe(3);
});

it('a rule that throws, or reads a value that is not a number, trips PauseBots and forgets nothing', () => {
  const before = evaluateBreaker(counting, initialState(counting), 0.5, DEFAULT_RISK_LIMITS).state;
  for (const value of [-1, Number.NaN]) {
    const { state, verdicts } = evaluateBreaker(counting, before, value, DEFAULT_RISK_LIMITS);
    expect(state).toBe(before);
    expect(verdicts).toMatchObject([{ status: 'tripped', outcome: 'PauseBots', scope: 'portfolio' }]);
    expect(verdicts[0]!.reason).toMatch(/^evaluation failed: /);
  }
});
