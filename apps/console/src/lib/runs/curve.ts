/** An equity curve as columns in order of time, and the stretch of it that a reader looks at. */

import { lowerBound, type Span } from '../chart-data';
import type { Curve } from './types';

export function spanOf(curve: Curve): Span | null {
  const { ts } = curve;
  return ts.length === 0 ? null : { fromMs: ts[0]!, toMs: ts[ts.length - 1]! };
}

export function isWithin(timeMs: number, span: Span | null): boolean {
  return span === null || (timeMs >= span.fromMs && timeMs <= span.toMs);
}

/** The points within the span; the curve itself where there is none. */
export function within(curve: Curve, span: Span | null): Curve {
  if (span === null) return curve;
  const from = lowerBound(curve.ts, span.fromMs);
  const to = lowerBound(curve.ts, span.toMs + 1);
  return {
    ts: curve.ts.slice(from, to),
    equityUsd: curve.equityUsd.slice(from, to),
    drawdownPct: curve.drawdownPct.slice(from, to),
  };
}
