import { symbolsOf, timelineOf } from '../history/timeline';
import { type Checker, latest } from './checker';

export const flattenEnds: Checker = {
  invariant: 'I20',
  claim: 'a flatten of everything ends flat and without orders',
  when: 'flat',
  check(history) {
    const held = symbolsOf(history)
      .map((symbol) => ({ symbol, position: timelineOf(history, symbol).at(-1)?.position }))
      .filter(({ position }) => position !== undefined && !position.isZero());
    const { orders, stops } = history.venue;
    return [
      ...held.map(({ symbol, position }) => `${symbol} still holds ${position}`),
      ...latest(orders)
        .filter(({ isOpen }) => isOpen)
        .map(({ clientOrderId }) => `${clientOrderId} is still open`),
      ...latest(stops)
        .filter(({ status }) => status === 'NEW')
        .map(({ clientOrderId }) => `${clientOrderId} is still live`),
    ];
  },
};
