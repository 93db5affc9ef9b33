/**
 * The deepest drawdowns of a curve: from the point that set the peak, through the lowest, to the first that
 * is back at the peak.
 */
import type { EquityCurve } from './curve';

export interface DrawdownSpan {
  readonly peakMs: number;
  readonly troughMs: number;
  /** Null while it lasts. */
  readonly recoveredMs: number | null;
  readonly depthPct: number;
}

export function worstDrawdowns({ timeMs, equity }: EquityCurve, count: number): readonly DrawdownSpan[] {
  const found: DrawdownSpan[] = [];
  let peak = 0;
  let trough = 0;
  const close = (recoveredMs: number | null) => {
    const depthPct = (100 * (equity[peak]! - equity[trough]!)) / equity[peak]!;
    if (depthPct > 0) found.push({ peakMs: timeMs[peak]!, troughMs: timeMs[trough]!, recoveredMs, depthPct });
  };
  for (let p = 1; p < timeMs.length; p++) {
    if (equity[p]! >= equity[peak]!) {
      close(timeMs[p]!);
      if (equity[p]! > equity[peak]!) peak = p;
      trough = p;
    } else if (equity[p]! < equity[trough]!) trough = p;
  }
  if (timeMs.length > 0) close(null);
  return found.sort((a, b) => b.depthPct - a.depthPct).slice(0, count);
}
