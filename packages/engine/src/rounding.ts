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
  const shift = 6_755_399_441_055_744; // 1.5 × 2^52
  const limit = 2_251_799_813_685_248; // 2^51
  if (units < limit && units > -limit) return (units + shift - shift) / unitsPerOne;
  return roundLarge8(value, units);
}

/** Beyond 2^51 units a double is in halves, and whole from 2^52 on. */
function roundLarge8(value: number, units: number): number {
  const whole = 4_503_599_627_370_496; // 2^52
  if (!(Math.abs(units) < whole)) return value;
  const shift = units < 0 ? -whole : whole;
  return (units + shift - shift) / 1e8;
}
