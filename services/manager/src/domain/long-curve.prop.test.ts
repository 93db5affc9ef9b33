import { DAY_MS, HOUR_MS } from '@platform/core';
import { monthlyReturns } from '@platform/engine/report';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LongCurve } from './long-curve';

const STEP_MS = HOUR_MS / 4;

/** Curves that stand still for hours and days on end, as an account without a position does. */
const curves = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 })), { minLength: 1 })
  .map((stands) => Float64Array.from(stands.flatMap(([equity, steps]) => Array<number>(steps).fill(equity))));

/** Points are closes of bars. */
const closeMs = (point: number) => (point + 1) * STEP_MS;

function keptOf(equity: Float64Array): number[] {
  const kept: number[] = [];
  const curve = new LongCurve({ equity, timeMs: closeMs }, (point) => kept.push(point));
  let peak = 0;
  equity.forEach((value, point) => {
    peak = Math.max(peak, value);
    curve.push(point, 100 * (1 - value / peak));
  });
  curve.flush();
  return kept;
}

it('a long curve keeps the extremes of every hour and drops only points between two of equal equity', () => {
  fc.assert(
    fc.property(curves, (equity) => {
      const kept = keptOf(equity);
      const hours = Math.ceil((equity.length * STEP_MS) / HOUR_MS);
      for (let hour = 0; hour < hours; hour++) {
        const from = (hour * HOUR_MS) / STEP_MS;
        const whole = equity.subarray(from, from + HOUR_MS / STEP_MS);
        const points = kept.filter((point) => Math.floor((point * STEP_MS) / HOUR_MS) === hour);
        const before = kept.findLast((point) => point < from);
        const after = kept.find((point) => point >= from);
        const seen = points.length > 0 ? points : [before!, after!];
        const values = seen.map((point) => equity[point]!);
        expect([Math.min(...values), Math.max(...values)]).toEqual([Math.min(...whole), Math.max(...whole)]);
      }
    }),
  );
});

it('a long curve leaves no day without a point, and an account that stands still with one a day', () => {
  fc.assert(
    fc.property(curves, (equity) => {
      const days = new Set(keptOf(equity).map((point) => Math.floor((point * STEP_MS) / DAY_MS)));
      expect(days.size).toBe(Math.ceil((equity.length * STEP_MS) / DAY_MS));
    }),
  );
  expect(keptOf(new Float64Array(10 * 96).fill(7)).length).toBe(11);
});

it('a long curve changes no monthly return: the last close of every month stays', () => {
  fc.assert(
    fc.property(curves, (equity) => {
      const of = (points: readonly number[]) => ({
        timeMs: points.map(closeMs),
        equity: points.map((point) => equity[point]!),
      });
      const whole = monthlyReturns(of([...equity.keys()]), 5);
      expect(monthlyReturns(of(keptOf(equity)), 5)).toEqual(whole);
    }),
  );
});
