import type { History } from '../history/history';
import { type Moment, timelineOf } from '../history/holdings';
import { overlaps, remainder, unavailableIntervals } from '../history/outages';
import { type Holding, holdingsOf } from '../history/own-fills';
import { type Checker, intentOf, legOf } from './checker';

/** How long cancelling a target and sending the exit may take: in trouble meanwhile, the exit goes first. */
const SENDING_MS = 10_000;

export const noFlip: Checker = {
  invariant: 'I19',
  claim:
    'exits, stops and flattens only reduce, and take no more than their own bot holds: nothing touches a neighbour',
  when: 'always',
  check(history) {
    const opening = history.venue.requests
      .filter(
        ({ clientOrderId, isReducing }) =>
          !isReducing && clientOrderId !== null && legOf(clientOrderId) !== 'entry',
      )
      .map(({ clientOrderId }) => `${clientOrderId} is no entry and was not sent to reduce only`);
    const overdrawn = holdingsOf(history).flatMap((holding) => {
      const timeline = timelineOf(history, holding);
      return timeline
        .filter(
          (moment, index) =>
            moment.excess.gt(0) && !isRace(history, holding, timeline.slice(0, index), moment),
        )
        .map(
          ({ filledBy, excess, held }) =>
            `${filledBy} closed ${excess} ${holding.symbol} more than bot ${holding.botId} had, which has ${held} left`,
        );
    });
    return [...opening, ...overdrawn];
  },
};

/**
 * A resting order that the market reaches before the close beside it is known, or the other way round: no
 * order can be taken back in the same moment in which another is filled. Two closes that were both sent are
 * no race, and neither is a target that should have gone before the exit was sent.
 */
function isRace(
  history: History,
  { symbol }: Holding,
  before: readonly Moment[],
  { atMs, filledBy }: Moment,
): boolean {
  const closed = before.findLast((moment) => moment.filledBy !== undefined && moment.filledBy !== filledBy);
  if (closed === undefined || !(isResting(filledBy!) || isResting(closed.filledBy!))) return false;
  const away = unavailableIntervals(history, symbol);
  const sending = { fromMs: closed.atMs - SENDING_MS, toMs: closed.atMs };
  const isLeft = legOf(filledBy!) === 'tp' && isWanted(history, closed.filledBy!);
  if (isLeft && !overlaps(sending, away)) return false;
  return remainder({ fromMs: closed.atMs, toMs: atMs }, away) <= history.bounds.uncoveredMs;
}

/**
 * An exit that its strategy asked for; one that is sent because a position cannot be protected is named after
 * its entry.
 */
function isWanted({ database, venue }: History, clientOrderId: string): boolean {
  const intent = database.intents.find(({ intentId }) => intentId === intentOf(clientOrderId));
  const order = venue.orders.find((each) => each.clientOrderId === clientOrderId);
  const closedSide = order?.side === 'sell' ? 'long' : 'short';
  return legOf(clientOrderId) === 'exit' && intent !== undefined && intent.side !== closedSide;
}

function isResting(clientOrderId: string): boolean {
  const leg = legOf(clientOrderId);
  return leg === 'sl' || leg === 'tp';
}
