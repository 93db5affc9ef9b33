/**
 * What a flatten has to close, and how a position is closed in a hurry: an order that takes the book up to a
 * bound, then whatever the market gives. Every closing belongs to one holder of one side and never takes more
 * than that holder has.
 */
import { type PositionSide, quantisePrice, quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { OpenOrder } from './order';
import { closingSide, heldOn, POSITION_SIDES, type SideQuantities, sumOn } from './sides';

/** How far beyond the best price the first order may reach. */
const REACH = new Decimal('0.005');

/** An order that the exchange does not know after so long is sent again where no other bot holds the side. */
export const RESEND_AFTER_MS = 1_500;

export interface Closing {
  /** Null for what no bot answers for. */
  readonly botId: string | null;
  readonly positionSide: PositionSide;
  readonly quantity: string;
}

interface Held {
  readonly botId: string | null;
  /** Signed. */
  readonly quantity: string;
}

/**
 * What is left to close of `bots`, or of everything when undefined. A bot is closed out of what the exchange
 * holds beyond its neighbours' holdings, so that a late read never reaches into those. What no bot answers
 * for comes last: by then nothing of it is a bot's.
 */
export function planClosings(
  exchange: SideQuantities,
  holdings: readonly Held[],
  bots: readonly string[] | undefined,
): Closing[] {
  return POSITION_SIDES.flatMap((positionSide) => {
    const holders = heldOn(positionSide, holdings);
    const isMeant = ({ botId }: Held) => botId !== null && (bots === undefined || bots.includes(botId));
    const spared = bots === undefined ? [] : holders.filter((holder) => !isMeant(holder));
    let room = spared.reduce(
      (left, { quantity }) => left.minus(quantity),
      new Decimal(exchange[positionSide]),
    );
    const closings = holders.filter(isMeant).flatMap(({ botId, quantity }) => {
      const part = Decimal.min(quantity, room);
      if (part.lte(0)) return [];
      room = room.minus(part);
      return [{ botId, positionSide, quantity: part.toFixed() }];
    });
    const isRestMeant = bots === undefined && closings.length === 0 && room.gt(0);
    return isRestMeant ? [{ botId: null, positionSide, quantity: room.toFixed() }] : closings;
  });
}

/**
 * Whether the books give one of `bots`, or any bot when undefined, something to hold. Where nothing of it can
 * be closed all the same, the books are behind or the exchange was read late: it is not known to be flat, and
 * what protects it stays.
 */
export function isBookedAsHeld(holdings: readonly Held[], bots: readonly string[] | undefined): boolean {
  return holdings.some(
    ({ botId, quantity }) =>
      botId !== null && (bots === undefined || bots.includes(botId)) && !new Decimal(quantity).isZero(),
  );
}

/**
 * The sides on which `bots`, or anybody when undefined, hold something or may come to by an entry that has
 * not reported its end; each with its holder, null for what no bot answers for.
 */
export function openSides(
  exchange: SideQuantities,
  { holdings, orders }: { readonly holdings: readonly Held[]; readonly orders: readonly OpenOrder[] },
  bots: readonly string[] | undefined,
): Pick<Closing, 'botId' | 'positionSide'>[] {
  return POSITION_SIDES.flatMap((positionSide) => {
    const entries = orders.filter(({ leg, side }) => leg === 'entry' && side !== closingSide(positionSide));
    const holders = [...heldOn(positionSide, holdings), ...entries].map(({ botId }) => botId);
    const isMore = new Decimal(exchange[positionSide]).gt(sumOn(positionSide, holdings));
    const meant =
      bots === undefined ? holders : holders.filter((botId) => botId !== null && bots.includes(botId));
    const all = bots === undefined && isMore ? [...meant, null] : meant;
    return [...new Set(all)].map((botId) => ({ botId, positionSide }));
  });
}

/**
 * Whether somebody who is not being closed holds the side too, or may hold it by an entry that has not
 * reported its end: then one order too many would close theirs.
 */
export function isShared(
  positionSide: PositionSide,
  { holdings, orders }: { readonly holdings: readonly Held[]; readonly orders: readonly OpenOrder[] },
  bots: readonly string[] | undefined,
): boolean {
  if (bots === undefined) return false;
  const entries = orders.filter(({ leg, side }) => leg === 'entry' && side !== closingSide(positionSide));
  return [...heldOn(positionSide, holdings), ...entries].some(
    ({ botId }) => botId === null || !bots.includes(botId),
  );
}

/** As much of a quantity as one order may take; null when it is below the smallest lot. */
export function orderQuantity(
  quantity: string,
  filters: SymbolFilters,
  orderType: 'market' | 'limit',
): string | null {
  const onGrid = quantiseQuantity(quantity, filters, orderType);
  return onGrid === '0' ? null : onGrid;
}

/** What to try after an order for more than there is; null when there is nothing smaller. */
export function halfOf(
  refused: string,
  filters: SymbolFilters,
  orderType: 'market' | 'limit',
): string | null {
  return orderQuantity(new Decimal(refused).div(2).toFixed(), filters, orderType);
}

export function aggressivePrice(
  side: 'buy' | 'sell',
  best: { readonly bidPrice: string; readonly askPrice: string },
  filters: SymbolFilters,
): string {
  const price =
    side === 'sell'
      ? new Decimal(best.bidPrice).times(new Decimal(1).minus(REACH))
      : new Decimal(best.askPrice).times(REACH.plus(1));
  return quantisePrice(price.toFixed(), filters, side === 'sell' ? 'up' : 'down');
}
