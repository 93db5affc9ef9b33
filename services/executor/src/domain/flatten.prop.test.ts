import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBookedAsHeld, planClosings } from './flatten';
import { sideDrift } from './reconcile';
import { POSITION_SIDES, sumOn } from './sides';

const lots = fc.integer({ min: 1, max: 1_000 }).map((count) => new Decimal(count).div(1_000).toFixed());
const holdings = fc
  .array(fc.record({ isLong: fc.boolean(), isUnowned: fc.boolean(), quantity: lots }), { maxLength: 6 })
  .map((held) =>
    held.map(({ isLong, isUnowned, quantity }, index) => ({
      botId: isUnowned ? null : `bot-${index}`,
      quantity: isLong ? quantity : `-${quantity}`,
    })),
  );
const exchange = fc.record({ long: lots, short: lots });
const bots = fc.subarray(['bot-0', 'bot-1', 'bot-2', 'bot-3']);
const sumOf = (closings: readonly { readonly quantity: string }[]) =>
  closings.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));

it('a flatten closes no bot beyond what it holds, and no side beyond what the exchange holds', () => {
  fc.assert(
    fc.property(exchange, holdings, fc.option(bots, { nil: undefined }), (quantities, held, chosen) => {
      const closings = planClosings(quantities, held, chosen);
      for (const side of POSITION_SIDES) {
        const onSide = closings.filter(({ positionSide }) => positionSide === side);
        expect(sumOf(onSide).lte(quantities[side])).toBe(true);
        for (const { botId, quantity } of onSide) {
          if (botId === null) continue;
          const own = held.filter((holding) => holding.botId === botId);
          expect(new Decimal(quantity).lte(sumOn(side, own))).toBe(true);
        }
      }
    }),
  );
});

it('a flatten leaves at the exchange what the bots that are not meant hold, as far as it is there', () => {
  fc.assert(
    fc.property(exchange, holdings, bots, (quantities, held, chosen) => {
      const closings = planClosings(quantities, held, chosen);
      for (const side of POSITION_SIDES) {
        const others = sumOn(
          side,
          held.filter(({ botId }) => botId === null || !chosen.includes(botId)),
        );
        const left = new Decimal(quantities[side]).minus(
          sumOf(closings.filter(({ positionSide }) => positionSide === side)),
        );
        expect(left.gte(Decimal.min(others, quantities[side]))).toBe(true);
      }
    }),
  );
});

it('a flatten of everything ends with both sides at zero, whatever the books say', () => {
  fc.assert(
    fc.property(exchange, holdings, (quantities, held) => {
      const left = { ...quantities };
      let books = held;
      for (let round = 0; round < 3; round += 1) {
        for (const { botId, positionSide, quantity } of planClosings(left, books, undefined)) {
          left[positionSide] = new Decimal(left[positionSide]).minus(quantity).toFixed();
          books = books.map((holding) =>
            holding.botId === botId && botId !== null
              ? {
                  botId,
                  quantity: new Decimal(holding.quantity)
                    .minus(positionSide === 'long' ? quantity : `-${quantity}`)
                    .toFixed(),
                }
              : holding,
          );
        }
      }
      expect(left).toEqual({ long: '0', short: '0' });
    }),
  );
});

it('holdings that cancel each other out while the exchange is flat are a difference on each side', () => {
  const books = [
    { botId: 'a', quantity: '7.8' },
    { botId: 'b', quantity: '-7.8' },
  ];
  expect(sideDrift(books, { long: '0', short: '0' })).toEqual([
    { side: 'long', quantity: '-7.8' },
    { side: 'short', quantity: '-7.8' },
  ]);
  expect(sideDrift(books, { long: '7.8', short: '7.8' })).toEqual([]);
});

it('a flatten is not over while the books show a holding, although nothing of it can be closed', () => {
  const held = [
    { botId: 'bot-0', quantity: '-0.007' },
    { botId: 'bot-1', quantity: '-0.006' },
  ];
  for (const readLate of [
    { long: '0', short: '0.006' },
    { long: '0', short: '0' },
  ]) {
    expect(planClosings(readLate, held, ['bot-0'])).toEqual([]);
  }
  expect(isBookedAsHeld(held, ['bot-0'])).toBe(true);
  expect(isBookedAsHeld(held, undefined)).toBe(true);
  expect(isBookedAsHeld(held.slice(1), ['bot-0'])).toBe(false);
  expect(isBookedAsHeld([{ botId: null, quantity: '1' }], undefined)).toBe(false);
});
