import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from './share';

const amount = fc.integer({ min: 1, max: 1_000_000 }).map((units) => new Decimal(units).div(1_000).toFixed());
const sumOf = (shares: readonly { readonly quantity: string }[]) =>
  shares.reduce((total, { quantity }) => total.plus(quantity), new Decimal(0));

const closing = fc.record({
  quantity: amount,
  fee: amount,
  feeUsd: fc.option(amount),
  realizedPnl: amount,
});
const holders = fc
  .tuple(fc.array(amount, { maxLength: 5 }), fc.option(amount))
  .map(([bots, unowned]) => [
    ...bots.map((quantity, index) => ({ botId: `bot-${index}` as string | null, quantity })),
    ...(unowned === null ? [] : [{ botId: null, quantity: unowned }]),
  ]);
const owner = fc.option(fc.constantFrom('bot-0', 'bot-3', 'a stranger'), { nil: undefined });

it('shares add up to quantity, fees and profit exactly, one share per holder', () => {
  fc.assert(
    fc.property(closing, owner, holders, (whole, whose, held) => {
      const shares = shareOut(whole, whose, held);
      for (const name of ['quantity', 'fee', 'feeUsd', 'realizedPnl'] as const) {
        const parts = shares.map((share) => share[name]);
        const expected = whole[name];
        if (expected === null) expect(parts.every((part) => part === null)).toBe(true);
        else expect(Decimal.sum(...(parts as string[])).eq(expected)).toBe(true);
      }
      expect(new Set(shares.map(({ botId }) => botId)).size).toBe(shares.length);
    }),
  );
});

it('shares take from no bot more than it holds, except from the owner once all holdings are used up', () => {
  fc.assert(
    fc.property(closing, owner, holders, (whole, whose, held) => {
      for (const { botId, quantity } of shareOut(whole, whose, held)) {
        const own = held.find((holder) => holder.botId === botId)?.quantity ?? '0';
        const isOver = new Decimal(quantity).gt(own);
        if (isOver) {
          expect(botId).toBe(whose ?? null);
          expect(sumOf(held).lt(whole.quantity)).toBe(true);
        }
      }
    }),
  );
});

it('shares touch a neighbour only when the owner and what belongs to no bot are used up', () => {
  fc.assert(
    fc.property(closing, owner, holders, (whole, whose, held) => {
      const first = held.filter(({ botId }) => botId === null || botId === whose);
      const shares = shareOut(whole, whose, held);
      if (sumOf(first).lt(whole.quantity)) return;
      expect(shares.every(({ botId }) => botId === null || botId === whose)).toBe(true);
    }),
  );
});
