import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTrade, type ClosedRoundtrip, type OpenRoundtrip, openPnl } from './live-run';
import { signed } from './position';

const decimal = (max: number, scale: number) =>
  fc.integer({ min: 1, max }).map((units) => new Decimal(units).div(scale).toFixed());
const trade = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: decimal(20, 1_000),
  price: decimal(100_000, 100),
  fee: decimal(1_000, 10_000),
  slippage: fc.constant('0'),
  reason: fc.constant('signal'),
  timeMs: fc.integer({ min: 0, max: 1e12 }),
});

it('a live run closes a roundtrip exactly when flat, and its profit is the money that went in and out', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 40 }), decimal(100_000, 100), (trades, mark) => {
      let open: OpenRoundtrip | undefined;
      const closed: ClosedRoundtrip[] = [];
      for (const each of trades) {
        const applied = applyTrade(open, each);
        open = applied.open;
        if (applied.closed !== undefined) closed.push(applied.closed);
      }
      const net = closed.reduce((sum, trip) => sum.plus(trip.grossPnl).minus(trip.fees), new Decimal(0));
      const held = trades.reduce(
        (sum, { side, quantity }) => sum.plus(signed(side, quantity)),
        new Decimal(0),
      );
      const cash = trades.reduce(
        (sum, { side, quantity, price, fee }) => sum.minus(signed(side, quantity).times(price)).minus(fee),
        new Decimal(0),
      );
      expect(open === undefined).toBe(held.isZero());
      if (open !== undefined) expect(open.entered.minus(open.exited).eq(held.abs())).toBe(true);
      const made = net.plus(open === undefined ? 0 : openPnl(open, mark));
      expect(
        made
          .minus(cash.plus(held.times(mark)))
          .abs()
          .lt('0.000000001'),
      ).toBe(true);
      for (const trip of closed) expect(trip.exitTimeMs).toBeGreaterThanOrEqual(trip.entryTimeMs);
    }),
  );
});
