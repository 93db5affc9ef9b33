/** An equity curve as columns in order of time, and the span of it that a reader looks at. */

import { buyAndHold, type EquityCurve } from '@platform/engine/report';
import { lowerBound, type Span } from '../chart-data';
import type { Curve } from './types';

export function spanOf(curve: Curve): Span | null {
  const { ts } = curve;
  return ts.length === 0 ? null : { fromMs: ts[0]!, toMs: ts[ts.length - 1]! };
}

export function isWithin(timeMs: number, span: Span | null): boolean {
  return span === null || (timeMs >= span.fromMs && timeMs <= span.toMs);
}

/** The points within the span; the whole curve without a span. */
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

/** Under the names that the engine's report functions use. */
export function columnsOf({ ts, equityUsd }: Curve): EquityCurve {
  return { timeMs: ts, equity: equityUsd };
}

/** What holding the symbol from `fromMs` on would be worth at each close; null before a bar has closed. */
export function holding(
  bars: readonly { readonly openTime: number; readonly close: number }[],
  barMs: number,
  fromMs: number,
  initialUsd: number,
): { readonly ts: number[]; readonly values: number[] } | null {
  // A close is known when its bar ends; holding begins with the curve.
  const held = bars.filter(({ openTime }) => openTime + barMs >= fromMs);
  if (held.length === 0) return null;
  const ts = held.map(({ openTime }) => openTime + barMs);
  const closes = held.map(({ close }) => close);
  return { ts, values: buyAndHold(closes, initialUsd) };
}

/**
 * The equity that the first return within the span starts from: the last before it, or what the run started
 * with.
 */
export function equityBefore({ ts, equityUsd }: Curve, span: Span | null, initialUsd: number): number {
  const first = span === null ? 0 : lowerBound(ts, span.fromMs);
  return first === 0 ? initialUsd : equityUsd[first - 1]!;
}

/**
 * A curve whose points are known by where they begin, by where they end: a day's last point belongs to that
 * day.
 */
export function atCloses(curve: Curve, pointMs: number): Curve {
  return { ...curve, ts: curve.ts.map((timeMs) => timeMs + pointMs) };
}
