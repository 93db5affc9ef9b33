/**
 * Database against exchange for one symbol. The exchange is the truth for what exists and for exposure, on
 * each side for itself: holdings that would cancel each other out are two differences, not none. Each
 * difference has a remedy that can only make things safer, or is critical: exposure or orders that nothing
 * here explains, which an operator must look at.
 */
import { type PositionSide, parseClientOrderId } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import { isLive, type OpenOrder } from './order';
import type { Holding } from './protection';
import { POSITION_SIDES, type SideQuantities, sideOf } from './sides';

export interface ExchangeOrderView {
  readonly clientOrderId: string;
  readonly isReducing: boolean;
}

export interface Observation {
  readonly orders: readonly ExchangeOrderView[];
  readonly quantities: SideQuantities;
}

/** More at the exchange than is booked when above zero, less when below. */
export interface SideDrift {
  readonly side: PositionSide;
  readonly quantity: string;
}

export interface SymbolDrift {
  /** Believed live but not listed: ask for each by its id. */
  readonly missing: readonly OpenOrder[];
  /** Ours by their id, without an open row. */
  readonly unrecorded: readonly ExchangeOrderView[];
  /** Not placed by the platform. */
  readonly foreign: readonly ExchangeOrderView[];
  /** Only sides that disagree. */
  readonly sides: readonly SideDrift[];
}

export function driftOf(
  book: { readonly orders: readonly OpenOrder[]; readonly holdings: readonly Holding[] },
  observed: Observation,
): SymbolDrift {
  const listed = new Set(observed.orders.map((order) => order.clientOrderId));
  const known = new Set(book.orders.map((order) => order.clientOrderId));
  const strangers = observed.orders.filter((order) => !known.has(order.clientOrderId));
  const isOurs = (order: ExchangeOrderView) => parseClientOrderId(order.clientOrderId) !== undefined;
  return {
    missing: book.orders.filter((order) => isLive(order) && !listed.has(order.clientOrderId)),
    unrecorded: strangers.filter(isOurs),
    foreign: strangers.filter((order) => !isOurs(order)),
    sides: sideDrift(book.holdings, observed.quantities),
  };
}

/**
 * A holding that no bot answers for names its side: a closing that came before its opening leaves it below
 * zero.
 */
export function sideDrift(
  holdings: readonly Pick<Holding, 'quantity' | 'unownedSide'>[],
  exchange: SideQuantities,
): SideDrift[] {
  return POSITION_SIDES.flatMap((side) => {
    const booked = holdings
      .filter(({ quantity, unownedSide }) => (unownedSide ?? sideOf(quantity)) === side)
      .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
      .times(side === 'long' ? 1 : -1);
    const quantity = new Decimal(exchange[side]).minus(booked);
    return quantity.isZero() ? [] : [{ side, quantity: quantity.toFixed() }];
  });
}
