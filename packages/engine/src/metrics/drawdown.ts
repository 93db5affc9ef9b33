/** The deepest fall from a running peak of equity marked at every bar, and its span. */
import type { EquityPoints } from './points';

export interface Drawdown {
  /** Fraction of the peak; 0 when equity never fell. */
  readonly depth: number;
  /** The point that set the peak, the first lowest point after it, and the first later point back at the peak. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly recoveredMs: number | null;
}

export function maxDrawdown(points: EquityPoints): Drawdown {
  const { equity } = points;
  let peak = Number.NEGATIVE_INFINITY;
  let peakIndex = 0;
  let lowestSincePeak = peak;
  let depth = 0;
  let from = -1;
  let to = -1;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      peak = value;
      peakIndex = i;
      lowestSincePeak = value;
    } else if (value < lowestSincePeak) {
      lowestSincePeak = value;
      const fall = (peak - value) / peak;
      if (fall > depth) {
        depth = fall;
        from = peakIndex;
        to = i;
      }
    }
  }
  if (from < 0) return { depth: 0, fromMs: null, toMs: null, recoveredMs: null };
  let recovered = to + 1;
  while (recovered < equity.length && equity[recovered]! < equity[from]!) recovered++;
  return {
    depth,
    fromMs: points.timeMs(from),
    toMs: points.timeMs(to),
    recoveredMs: recovered < equity.length ? points.timeMs(recovered) : null,
  };
}
