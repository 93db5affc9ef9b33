import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EntryFacts, judgeInvariants, liquidationPrice } from './invariants';

const positive = (max: number) => fc.integer({ min: 1, max }).map((units) => new Decimal(units).div(100));

const entry = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  quantity: positive(10_000),
  mark: positive(1_000_000),
  available: positive(10_000_000),
  leverage: fc.integer({ min: 1, max: 125 }),
  stopFraction: fc.double({ min: 0.001, max: 0.99, noNaN: true }),
});

it('an approved entry still has margin left when the market reaches its stop', () => {
  fc.assert(
    fc.property(entry, ({ side, quantity, mark, available, leverage, stopFraction }) => {
      const away = mark.times(stopFraction);
      const stop = side === 'long' ? mark.minus(away) : mark.plus(away);
      const facts: EntryFacts = {
        ...{ side, quantity: quantity.toFixed(), stopPrice: stop.toFixed(), takeProfitPrice: null },
        ...{ intentAgeMs: 0, barAgeBars: null, maxNotionalUsd: '1e30' },
        market: { markPrice: mark.toFixed(), fundingRate: '0', isTrading: true },
        account: { availableUsd: available.toFixed(), leverage },
      };
      if (judgeInvariants(facts) !== null) return;
      const lossUsd = quantity.times(away);
      expect(lossUsd.lt(available)).toBe(true);
      const liquidation = liquidationPrice(facts, facts.market!, facts.account!);
      expect(side === 'long' ? liquidation.lt(stop) : liquidation.gt(stop)).toBe(true);
    }),
  );
});
