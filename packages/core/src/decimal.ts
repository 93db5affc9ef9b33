/**
 * Numbers as the fixed decimals that signals carry: 8 places, half-even, from the shortest text that reads
 * back as the double. The quick path is taken only where floating point provably cannot change the rounding;
 * decimal.js decides the rest.
 */
import { Decimal } from 'decimal.js';

const PLACES = 8;
const SCALE = 1e8;
/**
 * Bound on the relative error of x × 1e8 against the shortest decimal of x: half a unit each for the text and
 * the product.
 */
const SCALED_ERROR = 2 * Number.EPSILON;

/** x × 1e8 rounded to an integer where that is beyond doubt, else NaN. */
function scaledInteger(x: number): number {
  const scaled = x * SCALE;
  const size = Math.abs(scaled);
  if (!(size < Number.MAX_SAFE_INTEGER)) return Number.NaN;
  const whole = Math.floor(scaled);
  const distanceFromTie = Math.abs(scaled - whole - 0.5);
  if (distanceFromTie <= size * SCALED_ERROR) return Number.NaN;
  return Math.floor(scaled + 0.5);
}

/** The double nearest to `x` rounded half-even to 8 decimals. */
export function roundTo8Decimals(x: number): number {
  const integer = scaledInteger(x);
  return Number.isNaN(integer) ? Number(decimal8(x)) : integer / SCALE + 0;
}

/** `x` with exactly 8 decimals and no exponent; zero has no sign. */
export function decimal8(x: number): string {
  if (!Number.isFinite(x)) throw new RangeError(`no decimal for ${x}`);
  const integer = scaledInteger(x);
  if (!Number.isNaN(integer)) return placePoint(integer);
  const text = new Decimal(x).toFixed(PLACES, Decimal.ROUND_HALF_EVEN);
  return Number(text) === 0 ? '0.00000000' : text;
}

/** In two parts, because the digits of a small integer are found far quicker than those of a large one. */
function placePoint(integer: number): string {
  const size = Math.abs(integer);
  const whole = Math.floor(size / SCALE);
  const decimals = String(SCALE + (size - whole * SCALE)).slice(1);
  return `${integer < 0 ? '-' : ''}${whole}.${decimals}`;
}
