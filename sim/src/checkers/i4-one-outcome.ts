import { type Checker, intentOf, takenEntries } from './checker';

export const oneOutcome: Checker = {
  invariant: 'I4',
  claim: 'every intent ends in exactly one outcome, and the outcome is true',
  when: 'rest',
  check({ database, venue }) {
    const filled = new Set(
      takenEntries(venue)
        .filter(({ filledQuantity }) => Number(filledQuantity) > 0)
        .map(({ clientOrderId }) => intentOf(clientOrderId)),
    );
    return database.intents.flatMap(({ intentId, outcome, reason }) => {
      if (outcome === null) return [`intent ${intentId} has no outcome`];
      const writes = database.outcomeWrites.get(intentId) ?? 0;
      return [
        ...(writes === 1 ? [] : [`intent ${intentId} was given an outcome ${writes} times`]),
        ...(outcome !== 'accepted' && filled.has(intentId)
          ? [`intent ${intentId} is ${outcome} (${reason}) and its entry was filled`]
          : []),
      ];
    });
  },
};
