import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLive, isUnresolved, type OpenOrder } from './order';
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

const closingSide = ({ quantity }: Holding) => (quantity.startsWith('-') ? 'buy' : 'sell');

function stopsOf(resting: readonly OpenOrder[], held: Holding): Decimal {
  const stops = resting.filter(
    (given) =>
      given.leg === 'sl' && given.botId === held.botId && given.side === closingSide(held) && isLive(given),
  );
  return stops.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
}

/** What the exchange makes of what is sent: everything becomes live. */
function afterPlacing(resting: readonly OpenOrder[], held: readonly Holding[]): OpenOrder[] {
  const plan = planProtection(held, resting);
  const known = resting.map(
    (given): OpenOrder => (isUnresolved(given) ? { ...given, status: 'new' } : given),
  );
  return [...known, ...plan.place.map(placed)];
}

it('protection covers each bot on its own side, and cancelling never uncovers it', () => {
  fc.assert(
    fc.property(holdings, orders, (held, resting) => {
      // The second round replaces what was of unknown fate and turned out to be another stop than the one
      // wanted.
      const settled = afterPlacing(afterPlacing(resting, held), held);
      const plan = planProtection(held, settled);
      expect(plan).toMatchObject({ place: [], resend: [], uncovered: [] });
      const kept = settled.filter((given) => !plan.cancel.includes(given));
      for (const holding of held)
        expect(stopsOf(kept, holding).eq(new Decimal(holding.quantity).abs())).toBe(true);
    }),
  );
});

it('protection plans for a bot the same with and without its neighbours', () => {
  fc.assert(
    fc.property(holdings, orders, (held, resting) => {
      const together = planProtection(held, resting);
      const alone = held.map((holding) =>
        planProtection(
          [holding],
          resting.filter(({ botId }) => botId === holding.botId),
        ),
      );
      const ids = (list: readonly OpenOrder[]) => list.map(({ clientOrderId }) => clientOrderId).sort();
      const isHolder = ({ botId }: OpenOrder) => held.some((holding) => holding.botId === botId);
      const byBot = (list: readonly Protection[]) =>
        list.map(({ botId, leg, quantity }) => `${botId} ${leg} ${quantity}`).sort();
      expect(byBot(together.place)).toEqual(byBot(alone.flatMap(({ place }) => place)));
      expect(ids(together.resend)).toEqual(ids(alone.flatMap(({ resend }) => resend)));
      expect(ids(together.cancel.filter(isHolder))).toEqual(ids(alone.flatMap(({ cancel }) => cancel)));
    }),
  );
});

it('protection never doubles an order of unknown fate, nor repeats one larger than the holding', () => {
  fc.assert(
    fc.property(holdings, orders, (held, resting) => {
      const plan = planProtection(held, resting);
      const isSameSlot = (one: Pick<OpenOrder, 'botId' | 'leg' | 'side'>, other: typeof one) =>
        one.botId === other.botId && one.leg === other.leg && one.side === other.side;
      for (const wanted of plan.place) {
        expect(resting.some((given) => isUnresolved(given) && isSameSlot(given, wanted))).toBe(false);
      }
      for (const given of plan.resend) {
        const holding = held.find(({ botId }) => botId === given.botId)!;
        expect(new Decimal(given.quantity).lte(new Decimal(holding.quantity).abs())).toBe(true);
      }
    }),
  );
});

it('protection cancels nothing of a bot before its successor is live, but a target larger than its holding', () => {
  fc.assert(
    fc.property(holdings, orders, (held, resting) => {
      const plan = planProtection(held, resting);
      for (const { botId, leg, side } of [...plan.place, ...plan.resend]) {
        const holding = held.find((given) => given.botId === botId)!;
        const isTooLarge = ({ quantity }: OpenOrder) =>
          new Decimal(quantity).gt(new Decimal(holding.quantity).abs());
        const isReplaced = (given: OpenOrder) =>
          given.botId === botId && given.leg === leg && given.side === side && isLive(given);
        const expected =
          leg === 'tp' ? resting.filter((given) => isReplaced(given) && isTooLarge(given)) : [];
        expect(plan.cancel.filter(isReplaced)).toEqual(expected);
      }
    }),
  );
});

it('protection wants nothing and leaves nothing when flat', () => {
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
