import { Decimal } from 'decimal.js';
import { isLeftOfALot, timelineOf } from '../history/holdings';
import { holdingsOf, ownerOf } from '../history/own-fills';
import { type Checker, latest } from './checker';

export const noOrphans: Checker = {
  invariant: 'I18',
  claim:
    'a bot that is flat has no live order in either space, and one that holds something no stop too many',
  when: 'rest',
  check(history) {
    const { venue } = history;
    const open = [
      ...latest(venue.orders).filter(({ isOpen }) => isOpen),
      ...latest(venue.stops).filter(({ status }) => status === 'NEW'),
    ].map((order) => ({ ...order, botId: ownerOf(history, order.clientOrderId) }));
    return holdingsOf(history).flatMap((holding) => {
      const { botId, symbol } = holding;
      const held = timelineOf(history, holding).at(-1)?.held ?? new Decimal(0);
      const own = open.filter((order) => order.botId === botId && order.symbol === symbol);
      if (held.isZero()) {
        return own.map(({ clientOrderId }) => `bot ${botId} is flat and ${clientOrderId} is live`);
      }
      const stopped = own
        .filter((order) => 'isStop' in order && order.isStop)
        .reduce(
          (sum, { positionSide, quantity }) =>
            positionSide === 'long' ? sum.plus(quantity) : sum.minus(quantity),
          new Decimal(0),
        );
      const bare = held.abs().minus(stopped.abs());
      const isEnough = bare.gt(0) && isLeftOfALot(history, symbol, history.log.takenAtMs, bare);
      return stopped.eq(held) || isEnough
        ? []
        : [`bot ${botId} holds ${held} ${symbol} and its stops are for ${stopped}`];
    });
  },
};
