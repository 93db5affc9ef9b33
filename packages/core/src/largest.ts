/**
 * The largest of any number of values. `Math.max(...values)` puts each on the stack, and ends with a
 * RangeError at some 100,000.
 */
export function largest(values: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > most) most = value;
  return most;
}
