import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLive, type OpenOrder } from './order';
import { type Holding, type Protection, planProtection } from './protection';

const lots = fc.integer({ min: 1, max: 50 }).map((count) => new Decimal(count).div(1_000).toFixed());
const bots = ['a', 'b', 'c'];

const holding = (botId: string) =>
  fc.record({
    botId: fc.constant<string | null>(botId),
    intentId: fc.constant<string | null>(`intent-${botId}`),
    quantity: fc.tuple(fc.boolean(), lots).map(([isLong, quantity]) => (isLong ? quantity : `-${quantity}`)),
    stopPrice: fc.constantFrom<string | null>('90', '110'),
    takeProfitPrice: fc.constantFrom<string | null>(null, '130'),
  });
const holdings = fc.subarray(bots).chain((chosen) => fc.tuple(...chosen.map(holding)));
const order = fc.record({
  botId: fc.constantFrom<string | null>(...bots, null),
  leg: fc.constantFrom('sl' as const, 'tp' as const, 'entry' as const),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: lots,
  triggerPrice: fc.constantFrom<string | null>('90', '110', '130'),
  status: fc.constantFrom(
    'submitting' as const,
    'unknown' as const,
    'new' as const,
    'partially_filled' as const,
  ),
});
const orders = fc.array(order, { maxLength: 12 }).map((list) => list.map(numbered));

function numbered(
  given: Pick<OpenOrder, 'botId' | 'leg' | 'side' | 'quantity' | 'triggerPrice' | 'status'>,
  index: number,
): OpenOrder {
  const id = `order-${index}`;
  return {
    ...given,
    orderId: id,
    clientOrderId: id,
    intentId: null,
    space: 'algo',
    filledQuantity: '0',
    ageMs: 0,
  };
}

const placed = (wanted: Protection, index: number): OpenOrder =>
  numbered({ ...wanted, status: 'new' }, 1_000 + index);

const net = (held: readonly Holding[]) =>
  held.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));

function liveStopQuantity(resting: readonly OpenOrder[], side: 'buy' | 'sell'): Decimal {
  const stops = resting.filter((given) => given.leg === 'sl' && given.side === side && isLive(given));
  return stops.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
}

it('covers the whole net position within one round of placing, and cancelling never uncovers it', () => {
  fc.assert(
    fc.property(holdings, orders, (held, resting) => {
      const first = planProtection(held, resting);
      const afterPlacing = [...resting, ...first.place.map(placed)];
      const second = planProtection(held, afterPlacing);
      expect(second.place).toEqual([]);
      expect(second.uncovered).toEqual([]);
      const kept = afterPlacing.filter((given) => !second.cancel.includes(given));
      const position = net(held);
      const closing = position.isPos() ? 'sell' : 'buy';
      if (!position.isZero()) expect(liveStopQuantity(kept, closing).gte(position.abs())).toBe(true);
    }),
  );
});

it('never cancels the stops of a bot whose new stop is not live yet', () => {
  fc.assert(
    fc.property(holdings, orders, (held, resting) => {
      const plan = planProtection(held, resting);
      for (const { botId, leg } of plan.place) {
        expect(plan.cancel.some((given) => given.botId === botId && given.leg === leg)).toBe(false);
      }
    }),
  );
});

it('wants nothing and leaves nothing when flat', () => {
  fc.assert(
    fc.property(orders, (resting) => {
      const plan = planProtection([], resting);
      expect(plan.place).toEqual([]);
      const protective = resting.filter(
        ({ leg, status }) => leg !== 'entry' && (status === 'new' || status === 'partially_filled'),
      );
      expect(plan.cancel).toEqual(protective);
    }),
  );
});
