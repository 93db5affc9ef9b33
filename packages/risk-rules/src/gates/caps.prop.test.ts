import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeCaps } from './caps';

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => new Decimal(amount).div(100).toFixed());

it('the daily caps are never passed by the sum of approved orders, whatever their sizes', () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 40 }), cents, (orders, capUsd) => {
      const limits = {
        perOrderUsd: undefined,
        perBotDailyUsd: capUsd,
        globalDailyUsd: undefined,
        networkUsd: '1',
        operatorOrderUsd: null,
        grossUsd: null,
      };
      let used = new Decimal(0);
      for (const notionalUsd of orders) {
        const usage = { botUsd: used.toFixed(), globalUsd: used.toFixed(), grossUsd: '0' };
        if (judgeCaps(notionalUsd, usage, limits).refusal === null) used = used.plus(notionalUsd);
      }
      expect(used.lte(capUsd)).toBe(true);
    }),
  );
});
