import { Decimal } from 'decimal.js';
import { symbolsOf, timelineOf } from '../history/timeline';
import { type Checker, latest, signed } from './checker';

export const noOrphans: Checker = {
  invariant: 'I18',
  claim: 'a flat symbol has no live order in either space, and an open one no stop too many',
  when: 'rest',
  check(history) {
    const { venue } = history;
    const open = [
      ...latest(venue.orders).filter(({ isOpen }) => isOpen),
      ...latest(venue.stops).filter(({ status }) => status === 'NEW'),
    ];
    return symbolsOf(history).flatMap((symbol) => {
      const position = timelineOf(history, symbol).at(-1)?.position ?? new Decimal(0);
      const own = open.filter((order) => order.symbol === symbol);
      if (position.isZero())
        return own.map(({ clientOrderId }) => `${symbol} is flat and ${clientOrderId} is live`);
      const stops = own.filter((order) => 'isStop' in order && order.isStop);
      const stopped = stops.reduce(
        (sum, { side, quantity }) => sum.plus(signed(side, quantity)),
        new Decimal(0),
      );
      return stopped.plus(position).isZero()
        ? []
        : [`${symbol} holds ${position} and its stops add up to ${stopped}`];
    });
  },
};
