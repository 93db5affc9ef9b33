import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SymbolFilters } from './port/instrument';
import { isPlainDecimal, quantisePrice, quantiseQuantity } from './quantise';

Decimal.set({ precision: 100 });

const digits = fc.integer({ min: 0, max: 12 });
const step = fc
  .tuple(fc.constantFrom('1', '2', '5', '25'), digits)
  .map(([head, places]) => new Decimal(head).div(new Decimal(10).pow(places)).toFixed());
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
  .map(([whole, places]) => new Decimal(whole.toString()).div(new Decimal(10).pow(places)).toFixed());

const filters = fc.record({ tick: step, lot: step }).map(
  ({ tick, lot }): SymbolFilters => ({
    symbol: 'BTCUSDT',
    baseAsset: 'BTC',
    quoteAsset: 'USDT',
    isTrading: true,
    price: { step: tick, min: tick, max: '1000000' },
    quantity: { step: lot, min: lot, max: '1000000' },
    marketQuantity: { step: lot, min: lot, max: '500' },
    minNotional: '5',
    priceBand: { up: '1.05', down: '0.95' },
    maxOpenOrders: 200,
    maxConditionalOrders: 10,
  }),
);

describe('quantities and prices on the grid', () => {
  it('a quantity leaves as a plain decimal, a multiple of the step, never above what was asked or allowed', () => {
    fc.assert(
      fc.property(
        amount,
        filters,
        fc.constantFrom('market' as const, 'limit' as const),
        (asked, given, type) => {
          const quantity = quantiseQuantity(asked, given, type);
          const { step: lot, max } = type === 'market' ? given.marketQuantity : given.quantity;
          expect(quantity).toMatch(/^\d+(\.\d+)?$/);
          expect(new Decimal(quantity).mod(lot).isZero()).toBe(true);
          expect(new Decimal(quantity).lte(asked)).toBe(true);
          expect(new Decimal(quantity).lte(max)).toBe(true);
          const loss = Decimal.min(asked, max).minus(quantity);
          expect(loss.lt(lot)).toBe(true);
        },
      ),
    );
  });

  it('a price leaves as a plain decimal on the tick, rounded the way that was asked for', () => {
    fc.assert(
      fc.property(amount, filters, (asked, given) => {
        const tick = given.price.step;
        const down = new Decimal(quantisePrice(asked, given, 'down'));
        const up = new Decimal(quantisePrice(asked, given, 'up'));
        const nearest = new Decimal(quantisePrice(asked, given, 'nearest'));
        for (const price of [down, up, nearest]) {
          expect(price.toFixed()).toMatch(/^\d+(\.\d+)?$/);
          expect(price.mod(tick).isZero()).toBe(true);
        }
        expect(down.lte(asked) && up.gte(asked)).toBe(true);
        expect(up.minus(down).lte(tick)).toBe(true);
        expect(nearest.minus(asked).abs().lte(new Decimal(tick).div(2))).toBe(true);
      }),
    );
  });

  it('a quantity below the smallest lot is nothing', () => {
    fc.assert(
      fc.property(filters, (given) => {
        const below = new Decimal(given.quantity.step).div(2).toFixed();
        expect(quantiseQuantity(below, given, 'limit')).toBe('0');
      }),
    );
  });

  it.each(['1e-7', '-1', 'NaN', '', '1.', '.5', '0x10', ' 1', '1,5', 'Infinity'])(
    '%j is not a plain decimal',
    (text) => {
      expect(isPlainDecimal(text)).toBe(false);
    },
  );

  it.each(['NaN', '-1', 'Infinity'])('the number %s is refused rather than rounded', (text) => {
    const [given] = fc.sample(filters, 1);
    expect(() => quantisePrice(text, given!, 'down')).toThrow(RangeError);
  });
});
