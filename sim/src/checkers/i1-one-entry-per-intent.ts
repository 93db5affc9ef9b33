import { Decimal } from 'decimal.js';
import { type Checker, groupBy, intentOf, takenEntries } from './checker';

export const oneEntryPerIntent: Checker = {
  invariant: 'I1',
  claim: 'an intent has at most one entry order at the venue, filled for no more than it asked',
  when: 'always',
  check({ database, venue }) {
    const byIntent = groupBy(takenEntries(venue), ({ clientOrderId }) => intentOf(clientOrderId)!);
    return [...byIntent].flatMap(([intentId, orders]) => {
      const asked = database.intents.find((intent) => intent.intentId === intentId)?.quantity ?? '0';
      const filled = orders.reduce((sum, order) => sum.plus(order.filledQuantity), new Decimal(0));
      return [
        ...(orders.length > 1 ? [`intent ${intentId} has ${orders.length} entry orders`] : []),
        ...(filled.gt(asked) ? [`intent ${intentId} asked for ${asked} and was filled for ${filled}`] : []),
      ];
    });
  },
};
