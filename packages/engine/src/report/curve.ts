/** An equity curve as columns in order of time; each point is marked at the close of a bar. */
export interface EquityCurve {
  readonly timeMs: ArrayLike<number>;
  readonly equity: ArrayLike<number>;
}

/** Fractions below the running peak, each at most 0. */
export function drawdownsOf(equity: ArrayLike<number>): Float64Array {
  const drawdowns = new Float64Array(equity.length);
  let peak = Number.NEGATIVE_INFINITY;
  for (let p = 0; p < equity.length; p++) {
    peak = Math.max(peak, equity[p]!);
    drawdowns[p] = equity[p]! / peak - 1;
  }
  return drawdowns;
}
