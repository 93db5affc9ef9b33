/**
 * The venue's filters as checks of raw parameters. Text in, decimals or a refusal out; numbers never pass
 * through floats.
 */
import { Decimal } from 'decimal.js';
import { ERRORS, type VenueError } from '../errors';
import type { SymbolFilters, SymbolSpec } from '../symbols';
import type { Outcome, Side } from './types';

const NUMBER = /^\d{1,20}(\.\d{1,20})?$/;
const NUMBER_RANGE = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const POSITION_SIDES = new Set(['BOTH', 'LONG', 'SHORT']);
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refuse = (error: VenueError): Outcome<never> => ({ ok: false, error });

export function parseDecimal(name: string, text: string | undefined): Outcome<Decimal> {
  if (text === undefined || text === '') return refuse(ERRORS.mandatory(name));
  if (!NUMBER.test(text)) return refuse(ERRORS.illegalCharacters(name, NUMBER_RANGE));
  return accept(new Decimal(text));
}

export function checkQuantity(
  text: string | undefined,
  spec: SymbolSpec,
  filters: SymbolFilters,
  isMarket: boolean,
): Outcome<Decimal> {
  const parsed = parseDecimal('quantity', text);
  if (!parsed.ok) return parsed;
  const quantity = parsed.value;
  if (quantity.lte(0)) return refuse(ERRORS.quantityNotPositive());
  if (quantity.decimalPlaces() > spec.quantityDecimals) return refuse(ERRORS.badPrecision());
  if (quantity.lt(filters.minQty)) return refuse(ERRORS.quantityBelowMin());
  if (quantity.gt(isMarket ? filters.marketMaxQty : filters.maxQty)) return refuse(ERRORS.quantityAboveMax());
  if (!quantity.mod(filters.stepSize).isZero()) return refuse(ERRORS.quantityOffStep());
  return parsed;
}

export function checkPrice(
  name: 'price' | 'triggerPrice' | 'activatePrice',
  text: string | undefined,
  spec: SymbolSpec,
  filters: SymbolFilters,
): Outcome<Decimal> {
  const parsed = parseDecimal(name, text);
  if (!parsed.ok) return parsed;
  const price = parsed.value;
  if (price.lte(0)) {
    return refuse(name === 'price' ? ERRORS.priceNotPositive() : ERRORS.stopPriceNotPositive());
  }
  if (price.decimalPlaces() > spec.priceDecimals) return refuse(ERRORS.badPrecision());
  if (price.gt(filters.maxPrice)) return refuse(ERRORS.priceAboveMax());
  if (price.lt(filters.minPrice)) return refuse(ERRORS.priceBelowMin());
  if (!price.mod(filters.tickSize).isZero()) return refuse(ERRORS.priceOffTick());
  return parsed;
}

/** A buy may not bid far above the mark, nor a sell offer far below it. */
export function checkPriceBand(
  side: Side,
  price: Decimal,
  mark: Decimal,
  filters: SymbolFilters,
  spec: SymbolSpec,
): VenueError | undefined {
  const highest = mark.times(filters.multiplierUp);
  const lowest = mark.times(filters.multiplierDown);
  if (side === 'BUY' && price.gt(highest)) return ERRORS.priceTooHigh(highest.toFixed(spec.priceDecimals));
  if (side === 'SELL' && price.lt(lowest)) return ERRORS.priceTooLow(lowest.toFixed(spec.priceDecimals));
  return undefined;
}

/** Each mode has its own position sides, and in hedge mode they leave nothing for reduceOnly to say. */
export function checkPositionSide(
  params: Readonly<Record<string, string | undefined>>,
  hedgeMode: boolean,
): VenueError | undefined {
  const { positionSide = 'BOTH', reduceOnly } = params;
  if (!POSITION_SIDES.has(positionSide)) return ERRORS.badPositionSide();
  if (hedgeMode === (positionSide === 'BOTH')) return ERRORS.positionSideMismatch();
  return hedgeMode && reduceOnly !== undefined ? ERRORS.notRequired('reduceonly') : undefined;
}

export function checkClientId(text: string): VenueError | undefined {
  if (text.length > 36) return ERRORS.badClientId();
  return CLIENT_ID.test(text)
    ? undefined
    : ERRORS.illegalCharacters('newClientOrderId', '^[\\.A-Z\\:/a-z0-9_-]{1,36}$');
}
