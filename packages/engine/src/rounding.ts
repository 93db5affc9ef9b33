/**
 * Money at fills. Amounts are counted in units of 1e-8, whole numbers held in doubles: as long as they stay
 * below 2^52 their sums and differences are exact, and the per-bar path never pays for decimals. Prices and
 * quantities are kept as they are written, rounded to 8 decimals.
 *
 * The functions are written so tersely because V8 inlines a function only as long as its callers stay small
 * with it, and a roundtrip takes ten of them.
 */

export const UNITS_PER_ONE = 1e8;

/** In whole units, ties to even; values too large to have 8 decimals in a double stay as they are. */
export function units8(value: number): number {
  const units = value * 1e8;
  // Squares below 2^102 are those of values below 2^51 in size. Between 2^52 and 2^53 a double has no
  // fraction, so that adding 1.5 × 2^52 rounds to a whole number, ties to even.
  if (units * units < 5.070602400912918e30) return units + 6_755_399_441_055_744 - 6_755_399_441_055_744;
  return largeUnits(units);
}

/** To 8 decimals, ties to even; values too large to have 8 decimals in a double are returned as they are. */
export function round8(value: number): number {
  const units = value * 1e8;
  if (units * units < 5.070602400912918e30)
    return (units + 6_755_399_441_055_744 - 6_755_399_441_055_744) / 1e8;
  return roundLarge8(value, units);
}

const TWO_TO_52 = 4_503_599_627_370_496;

function roundLarge8(value: number, units: number): number {
  return Math.abs(units) < TWO_TO_52 ? largeUnits(units) / 1e8 : value;
}

/** Beyond 2^51 units a double is in halves, and whole from 2^52 on. */
function largeUnits(units: number): number {
  if (!(Math.abs(units) < TWO_TO_52)) return units;
  const shift = units < 0 ? -TWO_TO_52 : TWO_TO_52;
  return units + shift - shift;
}
