/**
 * Stops that were moved although what they stand for did not change. A stop belongs to the fills of an entry:
 * once one covers exactly what a bot holds, it has to stand as it is until the next fill. Where the executor
 * or the database was away before that was on the books, a second one may be placed and taken away again.
 */
import type { History, VenueStopState } from './history';
import { type Moment, timelineOf } from './holdings';
import { overlaps, unavailableIntervals } from './outages';
import { type Holding, holdingsOf } from './own-fills';

/** Until the row of a stop says that it stands, and as much again for a busy machine. */
const ON_THE_BOOKS_MS = 5_000;

export function needlessStopChanges(history: History): string[] {
  return holdingsOf(history).flatMap((holding) => changesOf(history, holding).map(describe));
}

function changesOf(history: History, holding: Holding): VenueStopState[] {
  const away = unavailableIntervals(history, holding.symbol);
  let filledAtMs = 0;
  let isSettled = false;
  return timelineOf(history, holding).flatMap((moment) => {
    const { stop, atMs } = moment;
    if (stop === undefined) {
      filledAtMs = atMs;
      isSettled = false;
      return [];
    }
    const isNeedless = isSettled && stop.isStop && (stop.status === 'NEW' || stop.status === 'CANCELED');
    isSettled = isExact(moment) && !overlaps({ fromMs: filledAtMs, toMs: atMs + ON_THE_BOOKS_MS }, away);
    return isNeedless ? [stop] : [];
  });
}

function isExact({ held, covered }: Moment): boolean {
  return !held.isZero() && covered.eq(held.abs());
}

function describe({ clientOrderId, symbol, status }: VenueStopState): string {
  const what = status === 'NEW' ? 'placed' : 'cancelled';
  return `stop ${clientOrderId} of ${symbol} was ${what} although the position had its stop and did not change`;
}
