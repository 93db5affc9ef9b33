import type { Checker } from './checker';

export const noStaleFence: Checker = {
  invariant: 'I11',
  claim: 'no entry is written for an intent whose fence is older than the lease',
  when: 'always',
  check({ database }) {
    const intents = new Map(database.intents.map((intent) => [intent.intentId, intent]));
    return database.orders
      .filter(({ leg }) => leg === 'entry')
      .flatMap(({ clientOrderId, intentId, committedMs }) => {
        const intent = intents.get(intentId!)!;
        const current = database.fences
          .filter(({ symbol, strategy }) => symbol === intent.symbol && strategy === intent.strategy)
          .filter((lease) => lease.committedMs < committedMs)
          .reduce((highest, { fence }) => Math.max(highest, fence), 0);
        return intent.fence < current
          ? [`entry ${clientOrderId} carries fence ${intent.fence} and the lease was at ${current}`]
          : [];
      });
  },
};
