/**
 * base^exponent from + - * / alone, so that every platform prints the same figure. Within a few units in the
 * last place.
 */
import { log } from './math';

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** Enough for arguments up to ln(2) / 2: the next term is below half a unit in the last place. */
const TERMS = 14;
/** Beyond these a double overflows or vanishes. */
const LARGEST = 710;
const SMALLEST = -746;

export function power(base: number, exponent: number): number {
  return base === 0 ? 0 : exp(exponent * log(base));
}

/** e^x = 2^k × e^r with |r| at most ln(2) / 2, and e^r by its series, smallest terms first. */
export function exp(x: number): number {
  if (x > LARGEST) return Number.POSITIVE_INFINITY;
  if (x < SMALLEST) return 0;
  const k = Math.floor(x / LN2_HIGH + 0.5);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1;
  for (let n = TERMS; n > 0; n--) sum = 1 + (r / n) * sum;
  for (let n = 0; n < k; n++) sum *= 2;
  for (let n = 0; n > k; n--) sum /= 2;
  return sum;
}
