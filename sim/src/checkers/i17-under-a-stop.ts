/**
 * Three faces of protection: open quantity is not left without a live stop for longer than the bound while the executor can act; a stop
 * that the venue keeps refusing ends in a flatten; and replacing a stop never leaves the position without any in between.
 */
import { incapable, misled, overlaps, processAway, remainder } from '../history/able';
import type { History } from '../history/history';
import { symbolsOf, timelineOf, uncoveredIntervals } from '../history/timeline';
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

/**
 * From some live stop to none because it was cancelled, and the next thing to happen is a new stop, with no attempt to close in between.
 * Whether the old one still covered everything is beside the point: a position that has just grown had one that covered most of it.
 * Having just started is no excuse: an executor that is ready knows what it holds.
 */
function replacedWithAGap(history: History, symbol: string): string[] {
  const excused = [...misled(history), ...processAway(history.log), ...history.log.stopsRefused];
  const closing = ordersOf(history, symbol);
  const timeline = timelineOf(history, symbol);
  return timeline.flatMap(({ stop, seq, atMs, position, covered }, index) => {
    const wasCovered = timeline[index - 1]?.covered.gt(0) === true;
    const isBared = wasCovered && covered.isZero() && !position.isZero();
    if (!isBared || stop?.status !== 'CANCELED') return [];
    const next = timeline.slice(index + 1).find((later) => later.stop === undefined || later.stop.isStop);
    if (next?.stop?.status !== 'NEW') return [];
    const isClosing = history.venue.requests.some(
      (request) =>
        request.seq > seq &&
        request.seq < next.seq &&
        !request.path.includes('algo') &&
        closing.has(request.clientOrderId ?? ''),
    );
    if (isClosing || overlaps({ fromMs: atMs, toMs: next.atMs }, excused)) return [];
    return [`the stop of ${symbol} was cancelled (${stop.clientOrderId}) before its successor was placed`];
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
