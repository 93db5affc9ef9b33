import { Decimal } from 'decimal.js';
import type { History } from '../history/history';
import { timelineOf } from '../history/holdings';
import { holdingsOf } from '../history/own-fills';
import { type Checker, intentOf, takenEntries } from './checker';

export const oneOutcome: Checker = {
  invariant: 'I4',
  claim: 'every intent ends in exactly one outcome, the outcome is true, and a bot that asked to be flat is',
  when: 'rest',
  check(history) {
    const { database, venue } = history;
    const filled = new Set(
      takenEntries(venue)
        .filter(({ filledQuantity }) => Number(filledQuantity) > 0)
        .map(({ clientOrderId }) => intentOf(clientOrderId)),
    );
    const outcomes = database.intents.flatMap(({ intentId, outcome, reason }) => {
      if (outcome === null) return [`intent ${intentId} has no outcome`];
      const writes = database.outcomeWrites.get(intentId) ?? 0;
      return [
        ...(writes === 1 ? [] : [`intent ${intentId} was given an outcome ${writes} times`]),
        ...(outcome !== 'accepted' && filled.has(intentId)
          ? [`intent ${intentId} is ${outcome} (${reason}) and its entry was filled`]
          : []),
      ];
    });
    return [...outcomes, ...exitsThatDidNot(history), ...leftBehind(history)];
  },
};

export const exitsKeptTheirWord: Checker = {
  invariant: 'I4',
  claim:
    'an exit is never refused, accepted only when its bot is flat, and asked for again at every bar until then',
  when: 'always',
  check(history) {
    const refused = history.database.intents
      .filter(({ side, outcome }) => side === 'flat' && outcome === 'rejected')
      .map(({ intentId, reason }) => `exit ${intentId} was refused: ${reason}`);
    return [...refused, ...acceptedTooEarly(history), ...notAskedAgain(history)];
  },
};

/**
 * Nothing of the bot is under way when its exit is decided, so what it held at that moment is what its fills
 * say.
 */
function acceptedTooEarly(history: History): string[] {
  const { intents, decidedMs } = history.database;
  return holdingsOf(history).flatMap((holding) => {
    const timeline = timelineOf(history, holding);
    return intents
      .filter(({ botId, symbol }) => botId === holding.botId && symbol === holding.symbol)
      .filter(({ side, outcome }) => side === 'flat' && outcome === 'accepted')
      .flatMap(({ intentId }) => {
        const atMs = decidedMs.get(intentId) ?? Number.POSITIVE_INFINITY;
        const held = timeline.findLast((moment) => moment.atMs <= atMs)?.held ?? new Decimal(0);
        return held.isZero() ? [] : [`exit ${intentId} was accepted while its bot held ${held}`];
      });
  });
}

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

/** What a strategy has left is asked for again until it is gone. */
function leftBehind({ database: { bots, positions } }: History): string[] {
  return (bots?.targets ?? []).flatMap(({ botId, target }) =>
    positions
      .filter((position) => position.botId === botId)
      .filter(({ quantity }) => Number(quantity) !== 0 && Math.sign(Number(quantity)) !== target)
      .map(({ symbol, quantity }) => `bot ${botId} wants ${target} and holds ${quantity} ${symbol}`),
  );
}

function notAskedAgain({ database: { bots } }: History): string[] {
  const { decisions, asked } = bots ?? { decisions: [], asked: [] };
  return decisions
    .filter(({ target, held }) => target !== null && held !== 0 && Math.sign(held) !== target)
    .filter(({ isUnderWay }) => !isUnderWay)
    .filter(
      ({ botId, committedMs }) =>
        !asked.some((intent) => intent.botId === botId && intent.committedMs === committedMs),
    )
    .map(
      ({ botId, target, held }) => `bot ${botId} wanted ${target}, held ${held} and did not ask to be flat`,
    );
}
