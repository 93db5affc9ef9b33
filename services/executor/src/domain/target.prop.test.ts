import type { SymbolFilters } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closingStep, nextStep } from './target';

const quantity = fc.integer({ min: 1, max: 5_000 }).map((count) => new Decimal(count).div(1_000).toFixed());
const signed = fc.tuple(fc.boolean(), quantity).map(([isLong, size]) => (isLong ? size : `-${size}`));
const filters = fc
  .record({
    step: fc.constantFrom('0.001', '0.003', '0.01', '1'),
    lots: fc.integer({ min: 50, max: 500 }),
  })
  .map(({ step, lots }): SymbolFilters => {
    const bounds = { step, min: step, max: new Decimal(step).times(lots).toFixed() };
    return {
      symbol: 'BTCUSDT',
      baseAsset: 'BTC',
      quoteAsset: 'USDT',
      isTrading: true,
      price: { step: '0.1', min: '0.1', max: '1000000' },
      quantity: bounds,
      marketQuantity: bounds,
      minNotional: '5',
      priceBand: { up: '1.05', down: '0.95' },
      maxOpenOrders: 200,
      maxConditionalOrders: 10,
    };
  });

it('a holding is closed by orders that never add up to more than it, each within the bounds of one, and ends at zero', () => {
  fc.assert(
    fc.property(signed, filters, (held, rules) => {
      let left = new Decimal(held);
      while (!left.isZero()) {
        const { side, quantity: size } = closingStep(left.toFixed(), rules);
        expect(side).toBe(left.isPos() ? 'sell' : 'buy');
        expect(new Decimal(size).gt(0) && new Decimal(size).lte(left.abs())).toBe(true);
        const isDust = left.abs().lt(rules.marketQuantity.min);
        if (!isDust) expect(new Decimal(size).lte(rules.marketQuantity.max)).toBe(true);
        if (!isDust) expect(new Decimal(size).mod(rules.marketQuantity.step).isZero()).toBe(true);
        left = left.isPos() ? left.minus(size) : left.plus(size);
      }
    }),
  );
});

it('an intent is done exactly when its bot holds nothing against it and at least what it asks for', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('long', 'short', 'flat'),
      quantity,
      fc.oneof(signed, fc.constant('0')),
      (side, size, held) => {
        const step = nextStep({ side, quantity: side === 'flat' ? '0' : size }, held);
        const holding = new Decimal(held);
        const along = side === 'flat' ? new Decimal(0) : holding.times(side === 'long' ? 1 : -1);
        const isAgainst = side === 'flat' ? !holding.isZero() : along.lt(0);
        expect(step.kind === 'close').toBe(isAgainst);
        expect(step.kind === 'done').toBe(!isAgainst && (side === 'flat' || along.gte(size)));
        if (step.kind === 'open') expect(along.plus(step.quantity).eq(size)).toBe(true);
      },
    ),
  );
});
