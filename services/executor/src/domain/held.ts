/** What an entry joins on its side of a symbol. The other side does not count: it wins what this loses. */
import type { PositionSide } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { OpenOrder } from './order';
import type { Holding } from './protection';
import { closingSide, heldOn, sumOn } from './sides';

/** The stop of the bot's own holding is not among them: the one of its entry takes its place. */
export function heldBeside(
  botId: string,
  side: PositionSide,
  { holdings, orders }: { readonly holdings: readonly Holding[]; readonly orders: readonly OpenOrder[] },
) {
  const coming = orders.filter((order) => order.leg === 'entry' && order.side !== closingSide(side));
  return {
    quantity: sumOn(side, holdings),
    expectedQuantity: coming
      .reduce((sum, order) => sum.plus(order.quantity).minus(order.filledQuantity), new Decimal(0))
      .toFixed(),
    stopPrices: heldOn(side, holdings).flatMap((holding) =>
      holding.botId === botId ? [] : (holding.stopPrice ?? []),
    ),
  };
}
