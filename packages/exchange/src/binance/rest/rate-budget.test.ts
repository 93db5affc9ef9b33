import { expect, it } from 'vitest';
import { RateBudget } from './rate-budget';

function budgetOf(weightPerMinute: number) {
  const time = { ms: 0 };
  const clock = { nowMs: () => 0, monotonicMs: () => time.ms };
  return { time, budget: new RateBudget(weightPerMinute, clock, () => 1_700_000_080_000 + time.ms) };
}

const spendUntilHeld = (budget: RateBudget, priority: 'exit' | 'entry' | 'read', weight: number) => {
  let spent = 0;
  while (budget.admit({ weight }, priority) === undefined) spent += weight;
  return spent;
};

it('the request budget keeps a fifth of the weight for exits and another fifth from reads', () => {
  const { budget } = budgetOf(1000);
  expect(spendUntilHeld(budget, 'read', 10)).toBe(600);
  expect(spendUntilHeld(budget, 'entry', 10)).toBe(200);
  expect(spendUntilHeld(budget, 'exit', 10)).toBe(200);
});

it('the request budget keeps a fifth of the order count for exits', () => {
  const { budget } = budgetOf(1000);
  const place = (priority: 'exit' | 'entry') => {
    let placed = 0;
    while (budget.admit({ ordersPer10s: 1, ordersPerMinute: 1 }, priority) === undefined) placed++;
    return placed;
  };
  expect(place('entry')).toBe(240);
  expect(place('exit')).toBe(60);
});

it('the request budget charges nothing for a refused request and says when the window ends', () => {
  const { budget, time } = budgetOf(100);
  expect(budget.admit({ weight: 90, ordersPer10s: 1 }, 'entry')).toEqual({
    kind: 'throttled',
    untilMonotonicMs: 20_000,
  });
  expect(budget.admit({ weight: 80 }, 'entry')).toBeUndefined();
  time.ms = 20_000;
  expect(budget.admit({ weight: 80 }, 'entry')).toBeUndefined();
});

it('the request budget believes the venue’s count when others share the address', () => {
  const { budget } = budgetOf(1000);
  budget.observe('weight', 790);
  expect(budget.admit({ weight: 20 }, 'entry')).toMatchObject({ kind: 'throttled' });
  expect(budget.admit({ weight: 20 }, 'exit')).toBeUndefined();
  budget.observe('weight', 5);
  expect(budget.admit({ weight: 20 }, 'entry')).toMatchObject({ kind: 'throttled' });
});

it('the request budget sends nothing before Retry-After ends, and a second answer cannot shorten it', () => {
  const { budget, time } = budgetOf(1000);
  budget.silence(30_000);
  budget.silence(1_000);
  time.ms = 29_999;
  expect(budget.admit({ weight: 1 }, 'exit')).toEqual({ kind: 'throttled', untilMonotonicMs: 30_000 });
  time.ms = 30_000;
  expect(budget.admit({ weight: 1 }, 'exit')).toBeUndefined();
});

it('the request budget holds back entries and reads in an overload, never exits', () => {
  const { budget } = budgetOf(1000);
  budget.silenceAllButExits(1_000);
  expect(budget.admit({}, 'entry')).toEqual({ kind: 'throttled', untilMonotonicMs: 1_000 });
  expect(budget.admit({}, 'read')).toMatchObject({ kind: 'throttled' });
  expect(budget.admit({}, 'exit')).toBeUndefined();
});
