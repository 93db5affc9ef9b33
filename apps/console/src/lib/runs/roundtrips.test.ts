import { describe, expect, it } from 'vitest';
import { costsOfRun, costsOfTrips } from './costs';
import { distribution, median } from './distribution';
import { groupTrips } from './groups';
import { fundingMarks, tripMarks } from './marks';
import { aRun, aTrip } from './run.fixture';

describe('roundtrips', () => {
  it('roundtrips lose no cost between what the signals made and what is left', () => {
    const split = costsOfTrips([aTrip(), aTrip({ pnlUsd: '-4', fundingUsd: '-1' })]);
    expect(split).toEqual({ gross: 6.5, fees: 2, slippage: 1, funding: -0.5, net: 4 });
  });

  it('roundtrips fall into bins with round edges, each value in exactly one', () => {
    const bins = distribution([-3, -0.1, 0, 0.1, 4, 7], 5);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    expect(bins.some(({ from }) => from === 0)).toBe(true);
    expect(bins.find(({ from }) => from === 0)!.count).toBe(2);
    expect(distribution([5, 5], 10)).toEqual([{ from: 5, to: 6, count: 2 }]);
    expect(distribution([], 10)).toEqual([]);
    expect(median([3, 1, 2, 10])).toBe(2.5);
  });

  it('roundtrips are grouped by how they ended, the most frequent first', () => {
    const stop = aTrip({ exitReason: 'stop_loss', pnlUsd: '-2', durationMs: 3_000 });
    const groups = groupTrips([aTrip(), stop, stop], 'exitReason');
    expect(groups.map(({ name, count, wins, pnlUsd }) => [name, count, wins, pnlUsd])).toEqual([
      ['stop_loss', 2, 0, -4],
      ['signal', 1, 1, 8],
    ]);
  });

  it('roundtrips mark a stop where a stop ended them, and only what lies in the span', () => {
    const trip = aTrip({ exitReason: 'stop_loss' });
    expect(tripMarks([trip], null).map(({ kind }) => kind)).toEqual(['entry', 'stop']);
    expect(tripMarks([trip], { fromMs: 1_500, toMs: 9_000 }).map(({ kind }) => kind)).toEqual(['stop']);
  });

  it('roundtrips show funding only while a position is open, paid by the side that pays', () => {
    const trips = [aTrip(), aTrip({ side: 'short', entryTs: 3_000, exitTs: 5_000 })];
    const marks = fundingMarks(
      { ts: [500, 1_500, 2_500, 4_000], rate: [1e-4, 1e-4, 1e-4, 1e-4] },
      trips,
      null,
    );
    expect(marks.map(({ timeMs, text }) => [timeMs, text])).toEqual([
      [1_500, 'paid 0.0100 %'],
      [4_000, 'received 0.0100 %'],
    ]);
  });

  it('roundtrips leave the costs of a whole backtest to its figures, which know the open position', () => {
    expect(costsOfRun(aRun())).toEqual({ gross: 913, fees: 10, slippage: 2, funding: 1, net: 900 });
    expect(costsOfRun(aRun({ kind: 'live' }))).toBeNull();
  });
});
