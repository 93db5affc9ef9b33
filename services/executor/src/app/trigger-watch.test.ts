import { expect, it } from 'vitest';
import { TriggerWatch } from './trigger-watch';

it('a look is due when the next stop has been triggering for too long, and not for one that already has', () => {
  let nowMs = 0;
  const triggers = new TriggerWatch(5_000, () => nowMs);
  expect(triggers.stuckInMs()).toBe(Number.POSITIVE_INFINITY);
  triggers.note('first', true);
  nowMs = 3_000;
  triggers.note('second', true);
  expect(triggers.stuckInMs()).toBe(2_001);
  nowMs += triggers.stuckInMs();
  expect([triggers.isStuck('first'), triggers.isStuck('second')]).toEqual([true, false]);
  expect(triggers.stuckInMs()).toBe(3_000);
  triggers.note('second', false);
  expect(triggers.stuckInMs()).toBe(Number.POSITIVE_INFINITY);
});
