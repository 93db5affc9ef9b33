/**
 * Prices and quantities on the exchange's grid. Decimal arithmetic in, plain decimal text out: no floats, no
 * exponents. Quantities round down only, so that no rounding ever buys more than was approved.
 */
import { Decimal } from 'decimal.js';
import type { StepBounds, SymbolFilters } from './port/instrument';

/** Wide enough that no product of a price and a quantity is rounded. */
const Exact = Decimal.clone({ precision: 60 });

/** Digits with at most one point: what may leave for the exchange. */
export function isPlainDecimal(text: string): boolean {
  return /^\d{1,20}(\.\d{1,18})?$/.test(text);
}

function onGrid(value: string, step: string, rounding: Decimal.Rounding): string {
  const exact = new Exact(value);
  if (!exact.isFinite() || exact.isNegative()) throw new RangeError(`not a price or quantity: ${value}`);
  return exact.div(step).toDecimalPlaces(0, rounding).times(step).toFixed();
}

export type PriceRounding = 'down' | 'up' | 'nearest';

const ROUNDING: Readonly<Record<PriceRounding, Decimal.Rounding>> = {
  down: Decimal.ROUND_FLOOR,
  up: Decimal.ROUND_CEIL,
  nearest: Decimal.ROUND_HALF_EVEN,
};

export function quantisePrice(price: string, filters: SymbolFilters, rounding: PriceRounding): string {
  return onGrid(price, filters.price.step, ROUNDING[rounding]);
}

/** The largest tradable quantity not above `quantity`; '0' when that is below the smallest lot. */
export function quantiseQuantity(
  quantity: string,
  filters: SymbolFilters,
  orderType: 'market' | 'limit',
): string {
  const bounds = quantityBounds(filters, orderType);
  const capped = Exact.min(quantity, bounds.max).toFixed();
  const lots = onGrid(capped, bounds.step, Decimal.ROUND_FLOOR);
  return new Exact(lots).lt(bounds.min) ? '0' : lots;
}

function quantityBounds(filters: SymbolFilters, orderType: 'market' | 'limit'): StepBounds {
  return orderType === 'market' ? filters.marketQuantity : filters.quantity;
}
