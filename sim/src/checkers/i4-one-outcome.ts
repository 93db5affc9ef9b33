import { Decimal } from 'decimal.js';
import type { History } from '../history/history';
import { holdingsOf } from '../history/holdings';
import { type Checker, intentOf, takenEntries } from './checker';

export const oneOutcome: Checker = {
  invariant: 'I4',
  claim:
    'every intent ends in exactly one outcome, the outcome is true, and an exit ends only when the bot is flat',
  when: 'rest',
  check(history) {
    const { database, venue } = history;
    const filled = new Set(
      takenEntries(venue)
        .filter(({ filledQuantity }) => Number(filledQuantity) > 0)
        .map(({ clientOrderId }) => intentOf(clientOrderId)),
    );
    const outcomes = database.intents.flatMap(({ intentId, side, outcome, reason }) => {
      if (outcome === null) return [`intent ${intentId} has no outcome`];
      const writes = database.outcomeWrites.get(intentId) ?? 0;
      return [
        ...(writes === 1 ? [] : [`intent ${intentId} was given an outcome ${writes} times`]),
        ...(outcome !== 'accepted' && filled.has(intentId)
          ? [`intent ${intentId} is ${outcome} (${reason}) and its entry was filled`]
          : []),
        ...(side === 'flat' && outcome === 'rejected' ? [`exit ${intentId} was refused: ${reason}`] : []),
      ];
    });
    return [...outcomes, ...exitsThatDidNot(history)];
  },
};

/** Intents are in the order in which they were asked. */
function exitsThatDidNot(history: History): string[] {
  const { intents, positions } = history.database;
  return holdingsOf(history).flatMap(({ botId, symbol }) => {
    const newest = intents.findLast((intent) => intent.botId === botId && intent.symbol === symbol);
    const booked = positions.find((position) => position.botId === botId && position.symbol === symbol);
    const isFlat = booked === undefined || new Decimal(booked.quantity).isZero();
    return newest?.side === 'flat' && !isFlat
      ? [
          `bot ${botId} asked to be flat (${newest.intentId}, ${newest.outcome}) and holds ${booked.quantity} ${symbol}`,
        ]
      : [];
  });
}
