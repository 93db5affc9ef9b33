/**
 * Money at fills. Amounts are whole multiples of 1e-8 held in doubles: as long as they stay below 2^52 such units, sums and
 * differences rounded by `round8` are exact in those units, and the per-bar path never pays for decimals.
 */

/**
 * To 8 decimals, ties to even; values too large to have 8 decimals in a double are returned as they are. Twenty of these make
 * a roundtrip: the constants are local because that keeps the function small enough for V8 to inline it everywhere.
 */
export function round8(value: number): number {
  const unitsPerOne = 1e8;
  const units = value * unitsPerOne;
  // Between 2^52 and 2^53 a double has no fraction: adding this rounds to a whole number, ties to even.
  const shift = 1.5 * 2 ** 52;
  if (units < 2 ** 51 && units > -(2 ** 51)) return (units + shift - shift) / unitsPerOne;
  return roundLarge8(value, units);
}

/** Beyond 2^51 units a double is in halves, and whole from 2^52 on. */
function roundLarge8(value: number, units: number): number {
  if (!(Math.abs(units) < 2 ** 52)) return value;
  const shift = units < 0 ? -(2 ** 52) : 2 ** 52;
  return (units + shift - shift) / 1e8;
}
