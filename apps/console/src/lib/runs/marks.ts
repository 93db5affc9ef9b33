/**
 * What stands on the price chart: entries, exits, stops, and the funding settled while a position was open.
 */

import type { ChartMark, Span, TripPath } from '../chart-data';
import { isWithin } from './curve';
import type { Roundtrip } from './types';

const EXIT_KINDS: Readonly<Record<string, ChartMark['kind']>> = { stop_loss: 'stop', take_profit: 'target' };

export function tripMarks(trips: readonly Roundtrip[], span: Span | null): readonly ChartMark[] {
  return trips.flatMap((trip) => {
    const { side } = trip;
    const marks: ChartMark[] = [];
    if (isWithin(trip.entryTs, span)) {
      const text = side === 'long' ? 'L' : 'S';
      marks.push({ timeMs: trip.entryTs, price: Number(trip.entryPrice), kind: 'entry', side, text });
    }
    if (isWithin(trip.exitTs, span)) {
      const kind = EXIT_KINDS[trip.exitReason] ?? 'exit';
      const text = kind === 'stop' ? 'SL' : kind === 'target' ? 'TP' : '';
      marks.push({ timeMs: trip.exitTs, price: Number(trip.exitPrice), kind, side, text });
    }
    return marks;
  });
}

/**
 * Settlements that a position paid or received; those without a position say nothing. Both inputs are in
 * order of time.
 */
export function fundingMarks(
  settlements: { readonly ts: readonly number[]; readonly rate: readonly number[] },
  trips: readonly Roundtrip[],
  span: Span | null,
): readonly ChartMark[] {
  const marks: ChartMark[] = [];
  let held = 0;
  settlements.ts.forEach((timeMs, k) => {
    while (held < trips.length && trips[held]!.exitTs <= timeMs) held += 1;
    const trip = trips[held];
    if (trip === undefined || trip.entryTs >= timeMs || !isWithin(timeMs, span)) return;
    const rate = settlements.rate[k]!;
    const paid = trip.side === 'long' ? rate : -rate;
    const text = `${paid > 0 ? 'paid' : 'received'} ${(100 * Math.abs(rate)).toFixed(4)} %`;
    marks.push({ timeMs, price: null, kind: 'funding', side: trip.side, text });
  });
  return marks;
}

export function tripPath(trip: Roundtrip): TripPath {
  return {
    fromMs: trip.entryTs,
    fromPrice: Number(trip.entryPrice),
    toMs: trip.exitTs,
    toPrice: Number(trip.exitPrice),
    isWin: Number(trip.pnlUsd) > 0,
  };
}
