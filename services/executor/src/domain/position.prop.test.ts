import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFill, FLAT, signed } from './position';

const fill = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: fc.integer({ min: 1, max: 1_000 }).map((lots) => new Decimal(lots).div(1_000).toFixed()),
  price: fc.integer({ min: 1, max: 100_000 }).map((cents) => new Decimal(cents).div(100).toFixed()),
});

it('a position ends at the sum of its fills, and earnings plus holdings are worth what was paid', () => {
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 30 }), (fills) => {
      const end = fills.reduce(applyFill, FLAT);
      const sum = fills.reduce(
        (total, { side, quantity }) => total.plus(signed(side, quantity)),
        new Decimal(0),
      );
      const cash = fills.reduce(
        (total, { side, quantity, price }) => total.minus(signed(side, quantity).times(price)),
        new Decimal(0),
      );
      expect(end.quantity).toBe(sum.toFixed());
      expect(end.entryPrice === null).toBe(sum.isZero());
      const worth = new Decimal(end.quantity).times(end.entryPrice ?? 0);
      expect(cash.plus(worth).minus(end.realizedPnl).abs().lt('0.000001')).toBe(true);
    }),
  );
});
