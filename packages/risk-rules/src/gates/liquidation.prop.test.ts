import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EntryFacts, judgeInvariants, liquidationPrice } from './invariants';

const positive = (max: number) => fc.integer({ min: 1, max }).map((units) => new Decimal(units).div(100));
const amount = (max: number) => fc.integer({ min: 0, max }).map((units) => new Decimal(units).div(100));
const leverage = fc.integer({ min: 1, max: 125 });
const stopFraction = fc.double({ min: 0.001, max: 0.99, noNaN: true });
const side = fc.constantFrom('long' as const, 'short' as const);

const entry = fc.record({
  side,
  quantity: positive(10_000),
  mark: positive(1_000_000),
  available: positive(10_000_000),
  leverage,
  stopFraction,
  held: amount(10_000),
  expected: amount(1_000),
  neighbours: fc.array(stopFraction, { maxLength: 3 }),
  elsewhere: fc.array(
    fc.record({
      side,
      quantity: positive(10_000),
      mark: positive(1_000_000),
      leverage,
      stopFraction,
      isUnderWay: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

/** `fraction` of the way from the mark to nothing, or as far above it. */
function stopAt(of: 'long' | 'short', mark: Decimal, fraction: number): Decimal {
  const away = mark.times(fraction);
  return of === 'long' ? mark.minus(away) : mark.plus(away);
}

it('an approved entry still has margin left when the market reaches the stops of its side and of all others', () => {
  fc.assert(
    fc.property(entry, (given) => {
      const { quantity, mark, available, held, expected } = given;
      const ownStop = stopAt(given.side, mark, given.stopFraction);
      const neighbours = given.neighbours.map((fraction) => stopAt(given.side, mark, fraction));
      const elsewhere = given.elsewhere.map((one) => ({
        ...one,
        stop: stopAt(one.side, one.mark, one.stopFraction),
      }));
      const facts: EntryFacts = {
        side: given.side,
        quantity: quantity.toFixed(),
        stopPrice: ownStop.toFixed(),
        takeProfitPrice: null,
        intentAgeMs: 0,
        barAgeBars: null,
        maxNotionalUsd: '1e30',
        market: { markPrice: mark.toFixed(), fundingRate: '0', isTrading: true },
        account: { availableUsd: available.toFixed(), leverage: given.leverage },
        held: {
          quantity: held.toFixed(),
          expectedQuantity: expected.toFixed(),
          stopPrices: neighbours.map((stop) => stop.toFixed()),
          elsewhere: elsewhere.map((one) => ({
            quantity: one.side === 'long' ? one.quantity.toFixed() : one.quantity.neg().toFixed(),
            markPrice: one.mark.toFixed(),
            stopPrice: one.stop.toFixed(),
            leverage: one.leverage,
            isUnderWay: one.isUnderWay,
          })),
        },
        marginProblem: null,
      };
      if (judgeInvariants(facts) !== null) return;
      const total = quantity.plus(held).plus(expected);
      const sumOf = (part: (one: (typeof elsewhere)[number]) => Decimal) =>
        elsewhere.reduce((sum, one) => sum.plus(part(one)), new Decimal(0));
      // Of what is under way the margin still is among what is available.
      const aside = sumOf((one) =>
        one.isUnderWay ? new Decimal(0) : one.quantity.times(one.mark).div(one.leverage),
      );
      const equity = held.times(mark).div(given.leverage).plus(available).plus(aside);
      const lostElsewhere = sumOf((one) => one.quantity.times(one.mark.minus(one.stop).abs()));
      const liquidation = liquidationPrice(facts, facts.market!, facts.account!);
      for (const stop of [ownStop, ...neighbours]) {
        const lost = total.times(mark.minus(stop).abs()).plus(lostElsewhere);
        expect(lost.lt(equity)).toBe(true);
        expect(given.side === 'long' ? liquidation.lt(stop) : liquidation.gt(stop)).toBe(true);
      }
    }),
  );
});
