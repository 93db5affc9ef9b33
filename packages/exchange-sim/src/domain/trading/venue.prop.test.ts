import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, positionSides } from './account';
import { advanceTo } from './advance';
import { NOW, newBench } from './fixture';
import { cancelOrder, placeOrder } from './orders';
import type { PositionSide } from './types';

const action = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    side: fc.constantFrom('BUY', 'SELL'),
    type: fc.constantFrom('MARKET', 'LIMIT'),
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK', 'GTX'),
    steps: fc.integer({ min: 1, max: 400 }),
    offset: fc.integer({ min: -300, max: 300 }),
    reduceOnly: fc.boolean(),
    positionSide: fc.constantFrom('LONG', 'SHORT'),
  }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ do: fc.constant('push' as const), permille: fc.integer({ min: 985, max: 1015 }) }),
  fc.record({ do: fc.constant('cancel' as const) }),
);

function signedFills(account: Account, symbol: string, positionSide: PositionSide): Decimal {
  return account.fills
    .filter((fill) => fill.symbol === symbol && fill.positionSide === positionSide)
    .reduce(
      (sum, fill) => sum.plus(fill.side === 'BUY' ? fill.quantity : fill.quantity.neg()),
      new Decimal(0),
    );
}

describe.each([
  ['one-way mode', false],
  ['hedge mode', true],
] as const)('whatever is traded in %s', (_name, hedgeMode) => {
  it('positions are their fills, money is conserved and no exit crosses zero, whatever is traded', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (actions, seed) => {
        const { venue, account } = newBench(seed, '100000', hedgeMode);
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
            const positionSide = hedgeMode ? (step.positionSide as PositionSide) : 'BOTH';
            const before = account.position('BTCUSDT', positionSide).amount;
            const price = venue.lastPrice('BTCUSDT', nowMs).toNumber() * (1 + step.offset / 10_000);
            const placed = placeOrder(
              venue,
              account,
              {
                symbol: 'BTCUSDT',
                side: step.side,
                type: step.type,
                quantity: (step.steps / 1000).toFixed(3),
                ...(hedgeMode ? { positionSide } : { reduceOnly: String(step.reduceOnly) }),
                ...(step.type === 'LIMIT' ? { timeInForce: step.timeInForce, price: price.toFixed(1) } : {}),
              },
              nowMs,
            );
            if (placed.ok && placed.value.reduceOnly) {
              const after = account.position('BTCUSDT', positionSide).amount;
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
  for (const side of positionSides(account.hedgeMode)) {
    const { amount } = account.position('BTCUSDT', side);
    expect(amount.toFixed()).toBe(signedFills(account, 'BTCUSDT', side).toFixed());
    if (side === 'LONG') expect(amount.gte(0)).toBe(true);
    if (side === 'SHORT') expect(amount.lte(0)).toBe(true);
  }
  const income = account.incomes.reduce((sum, row) => sum.plus(row.amount), new Decimal(100_000));
  expect(account.wallet.toFixed()).toBe(income.toFixed());
  for (const order of account.orders.all(Number.POSITIVE_INFINITY)) {
    expect(order.executed.lte(order.quantity)).toBe(true);
    expect((order.status === 'FILLED') === order.executed.eq(order.quantity)).toBe(true);
  }
  expect(account.fills.every((fill) => fill.commission.gte(0))).toBe(true);
}
