import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from './account';
import { advanceTo } from './advance';
import { NOW, newBench } from './fixture';
import { cancelOrder, placeOrder } from './orders';

const action = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    side: fc.constantFrom('BUY', 'SELL'),
    type: fc.constantFrom('MARKET', 'LIMIT'),
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK', 'GTX'),
    steps: fc.integer({ min: 1, max: 400 }),
    offset: fc.integer({ min: -300, max: 300 }),
    reduceOnly: fc.boolean(),
  }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ do: fc.constant('push' as const), permille: fc.integer({ min: 985, max: 1015 }) }),
  fc.record({ do: fc.constant('cancel' as const) }),
);

function signedFills(account: Account, symbol: string): Decimal {
  return account.fills
    .filter((fill) => fill.symbol === symbol)
    .reduce(
      (sum, fill) => sum.plus(fill.side === 'BUY' ? fill.quantity : fill.quantity.neg()),
      new Decimal(0),
    );
}

describe('whatever is traded', () => {
  it('positions are their fills, money is conserved, orders never overfill and reduce-only never flips', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (actions, seed) => {
        const { venue, account } = newBench(seed);
        venue.listings.get('BTCUSDT')!.liquidity = 0.02;
        let nowMs = NOW;
        for (const step of actions) {
          if (step.do === 'wait') {
            nowMs += step.seconds * 1000;
            advanceTo(venue, nowMs);
          } else if (step.do === 'push') venue.pushPrice('BTCUSDT', step.permille / 1000, nowMs);
          else if (step.do === 'cancel')
            cancelOrder(venue, account, [...account.openOrders.values()][0], nowMs);
          else {
            const before = account.position('BTCUSDT').amount;
            const price = venue.lastPrice('BTCUSDT', nowMs).toNumber() * (1 + step.offset / 10_000);
            const placed = placeOrder(
              venue,
              account,
              {
                symbol: 'BTCUSDT',
                side: step.side,
                type: step.type,
                quantity: (step.steps / 1000).toFixed(3),
                reduceOnly: String(step.reduceOnly),
                ...(step.type === 'LIMIT' ? { timeInForce: step.timeInForce, price: price.toFixed(1) } : {}),
              },
              nowMs,
            );
            if (placed.ok && step.reduceOnly) {
              const after = account.position('BTCUSDT').amount;
              expect(after.isZero() || after.isNeg() === before.isNeg()).toBe(true);
              expect(after.abs().lte(before.abs())).toBe(true);
            }
          }
          checkBooks(account);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function checkBooks(account: Account): void {
  expect(account.position('BTCUSDT').amount.toFixed()).toBe(signedFills(account, 'BTCUSDT').toFixed());
  const income = account.incomes.reduce((sum, row) => sum.plus(row.amount), new Decimal(100_000));
  expect(account.wallet.toFixed()).toBe(income.toFixed());
  for (const order of account.orders.all(Number.POSITIVE_INFINITY)) {
    expect(order.executed.lte(order.quantity)).toBe(true);
    expect((order.status === 'FILLED') === order.executed.eq(order.quantity)).toBe(true);
  }
  expect(account.fills.every((fill) => fill.commission.gte(0))).toBe(true);
}
