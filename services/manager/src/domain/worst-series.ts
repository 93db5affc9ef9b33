/** Which series of a chart are looked at first. */

interface Series {
  readonly ts: readonly number[];
  readonly values: readonly number[];
}

/**
 * By their last values; those that ended before the others, such as of a process that was replaced, come
 * after all that go on.
 */
export function worstFirst<T extends Series>(series: readonly T[], isLow: boolean): T[] {
  const newestMs = Math.max(...series.map(({ ts }) => ts.at(-1) ?? 0));
  const goesOn = ({ ts }: Series) => (ts.at(-1) === newestMs ? 0 : 1);
  const last = ({ values }: Series) => values.at(-1) ?? 0;
  const sign = isLow ? 1 : -1;
  return series.toSorted((a, b) => goesOn(a) - goesOn(b) || sign * (last(a) - last(b)));
}
