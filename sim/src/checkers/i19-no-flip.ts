import { Decimal } from 'decimal.js';
import { type Checker, latest, legOf, signed } from './checker';

export const noFlip: Checker = {
  invariant: 'I19',
  claim: 'exits, stops and flattens only reduce: none makes a position cross zero',
  when: 'always',
  check({ venue }) {
    const opening = venue.requests
      .filter(
        ({ clientOrderId, isReducing }) =>
          !isReducing && clientOrderId !== null && legOf(clientOrderId) !== 'entry',
      )
      .map(({ clientOrderId }) => `${clientOrderId} is no entry and was not sent to reduce only`);
    const orders = new Map(latest(venue.orders).map((order) => [order.id, order]));
    const positions = new Map<string, Decimal>();
    const crossing = venue.fills.flatMap(({ symbol, orderId, side, quantity }) => {
      const before = positions.get(symbol) ?? new Decimal(0);
      const after = before.plus(signed(side, quantity));
      positions.set(symbol, after);
      const order = orders.get(orderId);
      const isEntry = order !== undefined && legOf(order.clientOrderId) === 'entry';
      const grew = after.abs().gt(before.abs()) || before.times(after).lt(0);
      return !isEntry && grew
        ? [`${order?.clientOrderId ?? orderId} moved ${symbol} from ${before} to ${after}`]
        : [];
    });
    return [...opening, ...crossing];
  },
};
