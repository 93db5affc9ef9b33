/**
 * Money at fills. Amounts are whole multiples of 1e-8 held in doubles: as long as they stay below 2^52 such units, sums and
 * differences rounded by `round8` are exact in those units, and the per-bar path never pays for decimals.
 */

/**
 * To 8 decimals, ties to even; values too large to have 8 decimals in a double are returned as they are. Twenty of these make
 * a roundtrip: it is written so tersely because V8 inlines a function only as long as its callers stay small with it.
 */
export function round8(value: number): number {
  const unitsPerOne = 1e8;
  const units = value * unitsPerOne;
  // Squares below 2^102 are those of values below 2^51 in size. Between 2^52 and 2^53 a double has no fraction, so that adding
  // 1.5 × 2^52 rounds to a whole number, ties to even.
  if (units * units < 5.070602400912918e30)
    return (units + 6_755_399_441_055_744 - 6_755_399_441_055_744) / unitsPerOne;
  return roundLarge8(value, units);
}

/** Beyond 2^51 units a double is in halves, and whole from 2^52 on. */
function roundLarge8(value: number, units: number): number {
  const whole = 4_503_599_627_370_496; // 2^52
  if (!(Math.abs(units) < whole)) return value;
  const shift = units < 0 ? -whole : whole;
  return (units + shift - shift) / 1e8;
}
