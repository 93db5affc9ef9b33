import { holdingsOf, timelineOf } from '../history/holdings';
import { type Checker, legOf } from './checker';

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
      return timeline.flatMap(({ held, filledBy }, index) => {
        if (filledBy === undefined || legOf(filledBy) === 'entry') return [];
        const before = timeline[index - 1]?.held;
        const grew = before === undefined || held.abs().gt(before.abs()) || before.times(held).lt(0);
        return grew
          ? [`${filledBy} moved ${holding.symbol} of bot ${holding.botId} from ${before ?? 0} to ${held}`]
          : [];
      });
    });
    return [...opening, ...overdrawn];
  },
};
