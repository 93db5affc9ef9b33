import { describe, expect, it } from 'vitest';
import { buyAndHold } from './buy-and-hold';
import { costSplit } from './costs';
import { distribution, median } from './distribution';
import { groupTrips } from './groups';
import { fundingMarks, tripMarks } from './marks';
import { aTrip } from './run.fixture';

describe('roundtrips', () => {
  it('lose no cost between what the signals made and what is left', () => {
    const split = costSplit([aTrip(), aTrip({ pnlUsd: '-4', fundingUsd: '-1' })]);
    expect(split).toEqual({ grossUsd: 6.5, feesUsd: 2, slippageUsd: 1, fundingUsd: -0.5, netUsd: 4 });
  });

  it('fall into bins with round edges, each value in exactly one', () => {
    const bins = distribution([-3, -0.1, 0, 0.1, 4, 7], 5);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    expect(bins.some(({ from }) => from === 0)).toBe(true);
    expect(bins.find(({ from }) => from === 0)!.count).toBe(2);
    expect(distribution([5, 5], 10)).toEqual([{ from: 5, to: 6, count: 2 }]);
    expect(distribution([], 10)).toEqual([]);
    expect(median([3, 1, 2, 10])).toBe(2.5);
  });

  it('are grouped by how they ended, the most frequent first', () => {
    const stop = aTrip({ exitReason: 'stop_loss', pnlUsd: '-2', durationMs: 3_000 });
    const groups = groupTrips([aTrip(), stop, stop], 'exitReason');
    expect(groups.map(({ name, count, wins, pnlUsd }) => [name, count, wins, pnlUsd])).toEqual([
      ['stop_loss', 2, 0, -4],
      ['signal', 1, 1, 8],
    ]);
  });

  it('mark a stop where a stop ended them, and only what lies in the span', () => {
    const trip = aTrip({ exitReason: 'stop_loss' });
    expect(tripMarks([trip], null).map(({ kind }) => kind)).toEqual(['entry', 'stop']);
    expect(tripMarks([trip], { fromMs: 1_500, toMs: 9_000 }).map(({ kind }) => kind)).toEqual(['stop']);
  });

  it('show funding only while a position is open, paid by the side that pays', () => {
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

  it('compare with holding from the first open, known at each close', () => {
    const bars = [
      { openTime: 0, open: 100, close: 110 },
      { openTime: 60, open: 110, close: 50 },
    ];
    expect(buyAndHold(bars, 60, 1_000)).toEqual({ ts: [0, 60, 120], values: [1_000, 1_100, 500] });
  });
});
