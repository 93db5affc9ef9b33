/** How a symbol's position and the stops that cover it developed, from the ledger's own sequence. */
import { Decimal } from 'decimal.js';
import type { History, Interval, VenueStopState } from './history';

export interface Moment {
  readonly seq: number;
  readonly atMs: number;
  readonly position: Decimal;
  /** What live stops on the closing side would close. */
  readonly covered: Decimal;
  /** The stop whose state changed, when that is what happened. */
  readonly stop: VenueStopState | undefined;
}

export function symbolsOf({ venue }: History): string[] {
  return [...new Set([...venue.positions, ...venue.orders, ...venue.stops].map(({ symbol }) => symbol))];
}

export function timelineOf({ venue }: History, symbol: string): Moment[] {
  const live = new Map<string, VenueStopState>();
  let position = new Decimal(0);
  const changes = [
    ...venue.positions.map((change) => ({ ...change, stop: undefined })),
    ...venue.stops.map((stop) => ({ ...stop, stop })),
  ].filter((change) => change.symbol === symbol);
  return changes
    .sort((a, b) => a.seq - b.seq)
    .map(({ seq, atMs, quantity, stop }) => {
      if (stop === undefined) position = new Decimal(quantity);
      else if (stop.isStop && stop.status === 'NEW') live.set(stop.id, stop);
      else live.delete(stop.id);
      return { seq, atMs, position, covered: coverOf(position, [...live.values()]), stop };
    });
}

export function isCovered({ position, covered }: Moment): boolean {
  return covered.gte(position.abs());
}

/** From when to when open quantity was without a live stop. */
export function uncoveredIntervals(timeline: readonly Moment[], untilMs: number): Interval[] {
  const intervals: Interval[] = [];
  let fromMs: number | undefined;
  for (const moment of timeline) {
    if (!isCovered(moment)) fromMs ??= moment.atMs;
    else if (fromMs !== undefined) {
      intervals.push({ fromMs, toMs: moment.atMs });
      fromMs = undefined;
    }
  }
  return fromMs === undefined ? intervals : [...intervals, { fromMs, toMs: untilMs }];
}

function coverOf(position: Decimal, stops: readonly VenueStopState[]): Decimal {
  const closing = position.isPos() ? 'sell' : 'buy';
  return stops
    .filter(({ side }) => side === closing)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
}
