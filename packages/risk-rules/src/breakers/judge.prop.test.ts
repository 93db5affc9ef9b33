import type { BreakerOutcome } from '@platform/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judge } from './judge';
import type { Reading } from './rule';

const RANK: Readonly<Record<BreakerOutcome, number>> = { None: 0, PauseBots: 1, Flatten: 2 };
const at = (value: number): Reading => ({
  kind: 'measured',
  scope: 'portfolio',
  value,
  pauseAt: 0.5,
  flattenAt: 0.8,
  reason: 'a test',
});
const outcomes = fc.constantFrom<BreakerOutcome>('None', 'PauseBots', 'Flatten');
const unit = fc.double({ min: 0, max: 1, noNaN: true });

it('a value that trembles between the release level and the threshold changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.4501, max: 0.4999, noNaN: true })), (values) => {
      for (const held of ['None', 'PauseBots'] as const) {
        let outcome: BreakerOutcome = held;
        for (const value of values) outcome = judge('vpin', at(value), outcome, 0.1).outcome;
        expect(outcome).toBe(held);
      }
    }),
  );
});

it('a worse value never gives a milder outcome, and having held one never makes it milder', () => {
  fc.assert(
    fc.property(unit, unit, outcomes, (a, b, held) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const rank = (value: number, before: BreakerOutcome) =>
        RANK[judge('vpin', at(value), before, 0.1).outcome];
      expect(rank(high, held)).toBeGreaterThanOrEqual(rank(low, held));
      expect(rank(a, held)).toBeGreaterThanOrEqual(rank(a, 'None'));
    }),
  );
});
