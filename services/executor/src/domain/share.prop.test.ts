import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from './share';

const amount = fc.integer({ min: 1, max: 1_000_000 }).map((units) => new Decimal(units).div(1_000).toFixed());

it('shares out quantity, fee and profit exactly, and no more than each holder has', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.array(amount, { maxLength: 5 }),
      (quantity, fee, realizedPnl, held) => {
        const holders = held.map((each, index) => ({ botId: `bot-${index}`, quantity: each }));
        const shares = shareOut({ quantity, fee, realizedPnl }, holders);
        for (const name of ['quantity', 'fee', 'realizedPnl'] as const) {
          const sum = shares.reduce((total, share) => total.plus(share[name]), new Decimal(0));
          expect(sum.eq({ quantity, fee, realizedPnl }[name])).toBe(true);
        }
        for (const share of shares.filter(({ botId }) => botId !== null)) {
          const holder = holders.find(({ botId }) => botId === share.botId)!;
          expect(new Decimal(share.quantity).lte(holder.quantity)).toBe(true);
        }
      },
    ),
  );
});
