/**
 * Three faces of protection: open quantity is not left without a live stop for longer than the bound while the executor can act; a stop
 * that the venue keeps refusing ends in a flatten; and replacing a stop never leaves the position bare in between.
 */
import { incapable, overlaps, remainder } from '../history/able';
import type { History } from '../history/history';
import { isCovered, symbolsOf, timelineOf, uncoveredIntervals } from '../history/timeline';
import { type Checker, legOf } from './checker';

export const underAStop: Checker = {
  invariant: 'I17',
  claim:
    'open quantity is under a live stop within the bound, or being flattened; a stop is replaced without a gap',
  when: 'always',
  check(history) {
    return symbolsOf(history).flatMap((symbol) => [
      ...bareTooLong(history, symbol),
      ...neverFlattened(history, symbol),
      ...replacedWithAGap(history, symbol),
    ]);
  },
};

function bareTooLong(history: History, symbol: string): string[] {
  const excused = [
    ...incapable(history),
    ...history.log.stopsRefused.map((interval) => grace(history, interval)),
  ];
  return bare(history, symbol).flatMap((interval) => {
    const ms = remainder(interval, excused);
    return ms > history.bounds.uncoveredMs
      ? [`${symbol} was open without a full stop for ${ms.toFixed(0)} ms`]
      : [];
  });
}

function neverFlattened(history: History, symbol: string): string[] {
  return bare(history, symbol).flatMap((interval) => {
    const ms = remainder(interval, incapable(history));
    if (ms <= history.bounds.flattenBegunMs) return [];
    const begun = history.venue.requests.some(
      ({ atMs, isReducing, path, clientOrderId }) =>
        isReducing &&
        !path.includes('algo') &&
        atMs >= interval.fromMs &&
        atMs <= interval.toMs &&
        ordersOf(history, symbol).has(clientOrderId ?? ''),
    );
    return begun
      ? []
      : [`${symbol} was open without a full stop for ${ms.toFixed(0)} ms and nothing closed it`];
  });
}

/** Bare because a stop was cancelled, and covered again by a new stop with no attempt to close in between. */
function replacedWithAGap(history: History, symbol: string): string[] {
  const timeline = timelineOf(history, symbol);
  return timeline.flatMap((moment, index) => {
    const before = timeline[index - 1];
    const isUncovering =
      moment.stop?.status === 'CANCELED' && before !== undefined && isCovered(before) && !isCovered(moment);
    if (!isUncovering || before.position.isZero() || !moment.covered.isZero()) return [];
    const next = timeline.slice(index + 1).find(({ stop }) => stop === undefined || stop.isStop);
    if (next?.stop?.status !== 'NEW') return [];
    const gap = { fromMs: moment.atMs, toMs: next.atMs };
    const isClosing = history.venue.requests.some(
      ({ seq, clientOrderId, path }) =>
        seq > moment.seq &&
        seq < next.seq &&
        !path.includes('algo') &&
        ordersOf(history, symbol).has(clientOrderId ?? ''),
    );
    if (isClosing || overlaps(gap, incapable(history))) return [];
    return [
      `the stop of ${symbol} was cancelled (${moment.stop!.clientOrderId}) before its successor was placed`,
    ];
  });
}

function bare(history: History, symbol: string) {
  return uncoveredIntervals(timelineOf(history, symbol), history.log.takenAtMs);
}

function grace({ bounds }: History, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  return { fromMs, toMs: toMs + bounds.uncoveredMs };
}

/** Ids of closing orders of a symbol, by their rows: a refused request leaves no order at the venue. */
function ordersOf({ database }: History, symbol: string): Set<string> {
  const closing = database.orders.filter(
    (order) => order.symbol === symbol && legOf(order.clientOrderId) !== 'entry',
  );
  return new Set(closing.map(({ clientOrderId }) => clientOrderId));
}
