/** base^exponent for reports: worked out in decimals, so that every platform prints the same figure. Not for hot paths. */
import { Decimal } from 'decimal.js';

const Precise = Decimal.clone({ precision: 34 });

export function power(base: number, exponent: number): number {
  return new Precise(base).pow(new Precise(exponent)).toNumber();
}
