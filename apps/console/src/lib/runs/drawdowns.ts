/** The deepest drawdowns of a curve: from the peak, through the trough, to the point where the peak is reached again. */
import type { Curve } from './types';

export interface Drawdown {
  readonly peakMs: number;
  readonly troughMs: number;
  /** Null while it lasts. */
  readonly recoveredMs: number | null;
  readonly depthPct: number;
}

export function worstDrawdowns({ ts, equityUsd }: Curve, count: number): readonly Drawdown[] {
  const found: Drawdown[] = [];
  let peak = 0;
  let trough = 0;
  const close = (recoveredMs: number | null) => {
    const depthPct = 100 * (1 - equityUsd[trough]! / equityUsd[peak]!);
    if (depthPct > 0) found.push({ peakMs: ts[peak]!, troughMs: ts[trough]!, recoveredMs, depthPct });
  };
  for (let i = 1; i < ts.length; i++) {
    if (equityUsd[i]! >= equityUsd[peak]!) {
      close(ts[i]!);
      peak = i;
      trough = i;
    } else if (equityUsd[i]! < equityUsd[trough]!) trough = i;
  }
  if (ts.length > 0) close(null);
  return found.sort((a, b) => b.depthPct - a.depthPct).slice(0, count);
}
