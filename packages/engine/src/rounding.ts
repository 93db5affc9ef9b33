/**
 * Money at fills. Amounts are whole multiples of 1e-8 held in doubles: as long as they stay below 2^52 such units, sums and
 * differences rounded by `round8` are exact in those units, and the per-bar path never pays for decimals.
 */
const UNITS_PER_ONE = 1e8;

/** To 8 decimals, ties to even; values too large to have 8 decimals in a double are returned as they are. */
export function round8(value: number): number {
  // From here on a double has no finer digit than a half; adding it rounds to a whole number, ties to even.
  const whole = 2 ** 52;
  const units = value * UNITS_PER_ONE;
  if (units < 0) return units > -whole ? (units - whole + whole) / UNITS_PER_ONE : value;
  return units < whole ? (units + whole - whole) / UNITS_PER_ONE : value;
}
