import { Decimal } from 'decimal.js';
import type { History } from '../history/history';
import { sidesOf, timelineOf } from '../history/holdings';
import { holdingsOf } from '../history/own-fills';
import { type Checker, latest } from './checker';

export const truthAtRest: Checker = {
  invariant: 'I21',
  claim:
    'at rest every bot is booked with what its own orders hold, each side adds up to the venue, orders, fills, fees and funding equal the ledger, and live runs began with what their bots were given',
  when: 'rest',
  check(history) {
    return [
      ...positionsDiffer(history),
      ...ordersDiffer(history),
      ...fillsDiffer(history),
      ...fundingDiffers(history),
      ...equityDiffers(history),
    ];
  },
};

function positionsDiffer(history: History): string[] {
  const { positions } = history.database;
  const unowned = positions
    .filter(({ botId, quantity }) => botId === null && !new Decimal(quantity).isZero())
    .map(({ symbol, quantity }) => `${quantity} ${symbol} are unowned`);
  const sides = sidesOf(history).flatMap(({ symbol, positionSide, quantity: held }) => {
    const onSide = positions
      .filter((position) => position.symbol === symbol)
      .map(({ quantity }) => quantity)
      .filter((quantity) => quantity.startsWith('-') === (positionSide === 'short'));
    const booked = sum(onSide);
    return booked.eq(held) ? [] : [`the venue holds ${held} ${symbol} ${positionSide}, the bots ${booked}`];
  });
  const owners = holdingsOf(history).flatMap((holding) => {
    const { botId, symbol } = holding;
    const own = positions.filter((position) => position.botId === botId && position.symbol === symbol);
    const booked = sum(own.map(({ quantity }) => quantity));
    const held = timelineOf(history, holding).at(-1)?.held ?? new Decimal(0);
    return booked.eq(held)
      ? []
      : [`the orders of bot ${botId} hold ${held} ${symbol}, its books say ${booked}`];
  });
  return [...unowned, ...sides, ...owners];
}

function ordersDiffer({ venue, database }: History): string[] {
  const idsOf = (...statuses: string[]) =>
    [
      ...latest(venue.orders).filter(({ isOpen }) => isOpen),
      ...latest(venue.stops).filter(({ status }) => statuses.includes(status)),
    ].map(({ clientOrderId }) => clientOrderId);
  const live = new Set(idsOf('NEW'));
  // One that is stuck on its way into the book is neither over nor live.
  const underWay = new Set(idsOf('NEW', 'TRIGGERING'));
  const believed = new Set(
    database.orders
      .filter(({ status }) => status === 'new' || status === 'partially_filled')
      .map((order) => order.clientOrderId),
  );
  const unresolved = database.orders.filter(({ status }) => status === 'submitting' || status === 'unknown');
  return [
    ...[...live]
      .filter((id) => !believed.has(id))
      .map((id) => `${id} is live at the venue and not in the database`),
    ...[...believed]
      .filter((id) => !underWay.has(id))
      .map((id) => `${id} is open in the database and not at the venue`),
    ...unresolved.map(({ clientOrderId, status }) => `${clientOrderId} is still ${status}`),
  ];
}

function fillsDiffer({ venue, database }: History): string[] {
  const key = ({ symbol, tradeId }: { symbol: string; tradeId: string }) => `${symbol} trade ${tradeId}`;
  const booked = new Set(
    database.fills.map((fill) => key({ ...fill, tradeId: fill.tradeId.split(':')[0]! })),
  );
  const missing = venue.fills
    .filter((fill) => !booked.has(key(fill)))
    .map((fill) => `${key(fill)} was not booked`);
  const fees = sum(venue.fills.map(({ fee }) => fee));
  const bookedFees = sum(database.positions.map((position) => position.fees));
  return fees.eq(bookedFees)
    ? missing
    : [...missing, `the venue took ${fees} in fees, the positions say ${bookedFees}`];
}

function fundingDiffers({ venue, database }: History): string[] {
  const charged = sum(venue.funding.map(({ amount }) => amount));
  const booked = sum(database.funding.map(({ amount }) => amount));
  return charged.eq(booked) ? [] : [`the venue charged ${charged} in funding, the database has ${booked}`];
}

function equityDiffers({ database }: History): string[] {
  return database.equities.flatMap(({ botId, allocated, initialEquity }) => {
    if (initialEquity === null) return [`bot ${botId} has fills and no live run`];
    return new Decimal(initialEquity).eq(allocated)
      ? []
      : [`bot ${botId} was given ${allocated} USD and its live run began with ${initialEquity}`];
  });
}

function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}
