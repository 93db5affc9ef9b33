/**
 * Three faces of protection, judged for each bot by its own stops: open quantity is not left without a live
 * stop for longer than the bound while the executor can act; a stop that the venue keeps refusing ends in a
 * flatten; and replacing a stop never leaves the position without any in between. A fault excuses its own
 * time on its own symbols: when it is over the bound begins to run.
 */

import type { History } from '../history/history';
import { openAt, timelineOf, uncoveredIntervals } from '../history/holdings';
import {
  longestRemainder,
  overlaps,
  processAway,
  recovering,
  remainder,
  touching,
  unavailableIntervals,
  unreliableIntervals,
} from '../history/outages';
import { type Holding, holdingsOf } from '../history/own-fills';
import { type Checker, legOf } from './checker';

/** What was read while reads lagged is acted on for a round of a flatten longer. */
const ACTED_ON_MS = 1_000;

export const underAStop: Checker = {
  invariant: 'I17',
  claim:
    'open quantity is under a live stop within the bound, or being flattened; a stop is replaced without a gap',
  when: 'always',
  check(history) {
    return holdingsOf(history).flatMap((holding) => [
      ...bareTooLong(history, holding),
      ...neverFlattened(history, holding),
      ...replacedWithAGap(history, holding),
    ]);
  },
};

function bareTooLong(history: History, holding: Holding): string[] {
  const excused = [...unavailableIntervals(history, holding.symbol), ...refused(history, holding)];
  return bare(history, holding).flatMap((interval) => {
    const ms = longestRemainder(interval, excused);
    return ms > history.bounds.uncoveredMs
      ? [`${name(holding)} was open without a full stop for ${ms.toFixed(0)} ms`]
      : [];
  });
}

function neverFlattened(history: History, holding: Holding): string[] {
  const closing = closingOrders(history, holding);
  return bare(history, holding).flatMap((interval) => {
    const excused = recovering(unavailableIntervals(history, holding.symbol), history.bounds);
    const ms = remainder(interval, excused);
    if (ms <= history.bounds.flattenBegunMs) return [];
    const begun = history.venue.requests.some(
      ({ atMs, isReducing, path, clientOrderId }) =>
        isReducing &&
        !path.includes('algo') &&
        atMs >= interval.fromMs &&
        atMs <= interval.toMs &&
        closing.has(clientOrderId ?? ''),
    );
    return begun
      ? []
      : [`${name(holding)} was open without a full stop for ${ms.toFixed(0)} ms and nothing closed it`];
  });
}

/**
 * From some live stop to none because a client cancelled it, and the next thing to happen is a new stop, with
 * no attempt to close in between. Whether the old one still covered everything is beside the point: a
 * position that has just grown had one that covered most of it. Having just started is no excuse: an executor
 * that is ready knows what it holds.
 */
function replacedWithAGap(history: History, holding: Holding): string[] {
  const excused = [
    ...unreliableIntervals(history, holding.symbol).map(({ fromMs, toMs }) => ({
      fromMs,
      toMs: toMs + ACTED_ON_MS,
    })),
    ...processAway(history.log),
    ...refused(history, holding),
  ];
  const closing = closingOrders(history, holding);
  const timeline = timelineOf(history, holding);
  return timeline.flatMap((moment, index) => {
    const { stop, seq, atMs, covered } = moment;
    const wasCovered = timeline[index - 1]?.covered.gt(0) === true;
    const isBared = wasCovered && covered.isZero() && !openAt(history, holding, moment).isZero();
    if (!isBared || stop?.status !== 'CANCELED' || !stop.isAskedFor) return [];
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
    return [
      `the stop of ${name(holding)} was cancelled (${stop.clientOrderId}) before its successor was placed`,
    ];
  });
}

function bare(history: History, holding: Holding) {
  return uncoveredIntervals(history, holding);
}

function refused({ log }: History, { symbol }: Holding) {
  return log.stopsRefused.filter(touching(symbol));
}

function name({ botId, symbol }: Holding): string {
  return `${symbol} of bot ${botId}`;
}

/** Ids of a bot's closing orders, by their rows: a refused request leaves no order at the venue. */
function closingOrders({ database }: History, { botId, symbol }: Holding): Set<string> {
  const closing = database.orders.filter(
    (order) => order.symbol === symbol && order.botId === botId && legOf(order.clientOrderId) !== 'entry',
  );
  return new Set(closing.map(({ clientOrderId }) => clientOrderId));
}
