/** What must hold for any bars, any targets and any costs. */
import { BarSeries, HOUR_MS } from '@platform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyInput, inputOf } from '../test/scenario';
import { FIRST_BAR, readOut, runScripted, scriptedInput } from '../test/scripted';
import { RunMemory } from './records/run-memory';
import { Backtest, runBacktest } from './run-backtest';
import { countGaps } from './warnings';

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('any backtest', () => {
  it('final equity is what it began with plus gross pnl minus fees and funding, to a millionth of a cent', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const { performance, roundtrips, fills } = runScripted(...inputOf(given));
        const change = performance.finalEquity - performance.initialEquity;
        expect(sum(roundtrips.map((trip) => trip.netPnl))).toBeCloseTo(change, 5);
        expect(sum(roundtrips.map((trip) => trip.grossPnl - trip.fees - trip.funding))).toBeCloseTo(
          change,
          5,
        );
        expect(sum(fills.map((fill) => fill.fee))).toBeCloseTo(performance.fees, 6);
        expect(sum(roundtrips.map((trip) => trip.funding))).toBeCloseTo(performance.funding, 6);
        expect(performance.grossPnl).toBeCloseTo(
          change + performance.fees + performance.slippage + performance.funding,
          5,
        );
      }),
    );
  });

  it('fills alternate between entry and exit, and every roundtrip joins one of each', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const { fills, roundtrips } = runScripted(...inputOf(given));
        fills.forEach((fill, k) => {
          expect(fill.kind).toBe(k % 2 === 0 ? 'entry' : 'exit');
        });
        expect(roundtrips).toHaveLength(Math.ceil(fills.length / 2));
        for (const trip of roundtrips) {
          expect(trip.mae).toBeLessThanOrEqual(0);
          expect(trip.mfe).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('the future changes nothing: cutting the bars short leaves every earlier point and fill as it was', () => {
    fc.assert(
      fc.property(anyInput, fc.nat(40), (given, cut) => {
        const whole = runScripted(...inputOf(given));
        const shorter = new BarSeries();
        const count = Math.max(FIRST_BAR + 1, given.bars.length - cut);
        for (let i = 0; i < count; i++) shorter.append(given.bars.at(i));
        const part = runScripted(...inputOf({ ...given, bars: shorter }));
        expect(part.equity).toEqual(whole.equity.slice(0, part.equity.length));
        expect(part.fills).toEqual(whole.fills.slice(0, part.fills.length));
      }),
    );
  });

  it('replaying in chunks of any size gives the same result', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 9 }), (given, chunk) => {
        const backtest = new Backtest(scriptedInput(...inputOf(given)));
        while (backtest.advance(chunk) < given.bars.length);
        expect(readOut(backtest.finish())).toEqual(runScripted(...inputOf(given)));
      }),
    );
  });

  it('memory that runs before it used changes nothing', () => {
    const memory = new RunMemory();
    fc.assert(
      fc.property(anyInput, (given) => {
        const again = runBacktest({ ...scriptedInput(...inputOf(given)), memory });
        expect(readOut(again)).toEqual(runScripted(...inputOf(given)));
      }),
    );
  });

  it('gaps are counted alike in spans of any length, wherever they lie', () => {
    const missing = fc.array(fc.constantFrom(0, 0, 0, 1, 5), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(missing, fc.integer({ min: 1, max: 61 }), (missingBefore, span) => {
        const bars = new BarSeries(0);
        let next = 0;
        bars.openTimeMs = Float64Array.from(missingBefore, (missed) => {
          next += missed + 1;
          return next * HOUR_MS;
        });
        let gaps = 0;
        for (let from = 0; from < missingBefore.length; from += span) {
          gaps += countGaps(bars, HOUR_MS, from, Math.min(missingBefore.length, from + span));
        }
        expect(gaps).toBe(missingBefore.slice(1).filter((missed) => missed > 0).length);
      }),
    );
  });
});
