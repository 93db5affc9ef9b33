import { Decimal } from 'decimal.js';
import { sidesOf } from '../history/holdings';
import { type Checker, latest } from './checker';

export const flattenEnds: Checker = {
  invariant: 'I20',
  claim: 'a flatten of everything ends flat and without orders, at the venue and in the books of every bot',
  when: 'flat',
  check(history) {
    const { database, venue } = history;
    return [
      ...sidesOf(history)
        .filter(({ quantity }) => !quantity.isZero())
        .map(({ symbol, positionSide, quantity }) => `${symbol} ${positionSide} still holds ${quantity}`),
      ...database.positions
        .filter(({ quantity }) => !new Decimal(quantity).isZero())
        .map(({ symbol, botId, quantity }) => `the books of bot ${botId} still say ${quantity} ${symbol}`),
      ...latest(venue.orders)
        .filter(({ isOpen }) => isOpen)
        .map(({ clientOrderId }) => `${clientOrderId} is still open`),
      ...latest(venue.stops)
        .filter(({ status }) => status === 'NEW')
        .map(({ clientOrderId }) => `${clientOrderId} is still live`),
    ];
  },
};

export const flattensDone: Checker = {
  invariant: 'I20',
  claim: 'no flatten that somebody asked for is left undone',
  when: 'rest',
  check({ database }) {
    return database.flattens
      .filter(({ isDone }) => !isDone)
      .map(({ scope }) => `the flatten of ${scope} was never carried out`);
  },
};
