/**
 * What the same money would have become by holding the symbol from the first close on, without leverage or
 * costs.
 */
export function buyAndHold(closes: ArrayLike<number>, initialEquity: number): number[] {
  return Array.from(closes, (close) => (initialEquity * close) / closes[0]!);
}
