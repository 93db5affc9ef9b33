/** How a position is closed in a hurry: an order that takes the book up to a bound, then whatever the market gives. */
import { quantisePrice, quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import { Decimal } from 'decimal.js';

/** How far beyond the best price the first order may reach. */
const REACH = new Decimal('0.005');

export interface Closing {
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
}

/** Closes as much of a signed position as one order may; null when it is below the smallest lot. */
export function closingOf(
  position: string,
  filters: SymbolFilters,
  orderType: 'market' | 'limit',
): Closing | null {
  const held = new Decimal(position);
  const quantity = quantiseQuantity(held.abs().toFixed(), filters, orderType);
  return quantity === '0' ? null : { side: held.isPos() ? 'sell' : 'buy', quantity };
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
