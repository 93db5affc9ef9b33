/**
 * Database against exchange for one symbol. The exchange is the truth for what exists and for exposure. Each difference has a remedy
 * that can only make things safer, or is critical: exposure or orders that nothing here explains, which an operator must look at.
 */
import { parseClientOrderId } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import { isLive, type OpenOrder } from './order';
import type { Holding } from './protection';

export interface VenueOrderView {
  readonly clientOrderId: string;
  readonly isReducing: boolean;
}

export interface Observation {
  readonly orders: readonly VenueOrderView[];
  /** Signed. */
  readonly quantity: string;
}

export interface SymbolDrift {
  /** Believed live but not listed: ask for each by its id. */
  readonly missing: readonly OpenOrder[];
  /** Ours by their id, without an open row. */
  readonly unrecorded: readonly VenueOrderView[];
  /** Nobody here placed them. */
  readonly foreign: readonly VenueOrderView[];
  /** Exchange minus database; '0' when they agree. */
  readonly quantity: string;
}

export function driftOf(
  book: { readonly orders: readonly OpenOrder[]; readonly holdings: readonly Holding[] },
  observed: Observation,
): SymbolDrift {
  const listed = new Set(observed.orders.map((order) => order.clientOrderId));
  const known = new Set(book.orders.map((order) => order.clientOrderId));
  const strangers = observed.orders.filter((order) => !known.has(order.clientOrderId));
  const isOurs = (order: VenueOrderView) => parseClientOrderId(order.clientOrderId) !== undefined;
  const held = book.holdings.reduce((sum, holding) => sum.plus(holding.quantity), new Decimal(0));
  return {
    missing: book.orders.filter((order) => isLive(order) && !listed.has(order.clientOrderId)),
    unrecorded: strangers.filter(isOurs),
    foreign: strangers.filter((order) => !isOurs(order)),
    quantity: new Decimal(observed.quantity).minus(held).toFixed(),
  };
}
