/** Breakers as gauges: how far from 0 to the limit, in the unit that an operator thinks in. */
import type { Breaker } from '@platform/contracts';
import { figure, UNKNOWN } from './format';
import { duration } from './time';

export const BREAKER_TITLES: Readonly<Record<Breaker, string>> = {
  drawdown: 'Drawdown',
  connectivity: 'Connectivity',
  vpin: 'Order-flow toxicity',
  macro: 'Macro',
  correlation: 'Correlation',
};

export const BREAKER_MEANINGS: Readonly<Record<Breaker, string>> = {
  drawdown: 'Loss from the highest equity',
  connectivity: 'Silence of a bot, the exchange stream or the data',
  vpin: 'One-sidedness of traded volume, 0 to 1',
  macro: 'Move of a macro series, in standard deviations',
  correlation: 'Mean pairwise correlation of positions',
};

/** The value in its unit: 12.5 %, 34 s, 0.72, 1.4 σ. */
export function breakerValue(breaker: Breaker, value: number | null): string {
  if (value === null) return UNKNOWN;
  if (breaker === 'drawdown') return `${figure(value * 100, { decimals: 2 })} %`;
  if (breaker === 'connectivity') return duration(value * 1_000);
  if (breaker === 'macro') return `${figure(value, { decimals: 1 })} σ`;
  return figure(value, { decimals: 2 });
}

/** Where the value stands between 0 and the limit, 0 to 1; null when either is not known. */
export function fillOf(value: number | null, threshold: number | null): number | null {
  if (value === null || threshold === null || threshold <= 0) return null;
  return Math.min(1, Math.max(0, value / threshold));
}

export interface ScopedState {
  readonly breaker: Breaker;
  readonly status: 'ok' | 'degraded' | 'tripped';
  readonly value: number | null;
  readonly threshold: number | null;
}

const URGENCY = { tripped: 2, ok: 1, degraded: 0 } as const;

/** One state per breaker: the tripped one, else the one nearest to its limit, else one that has no data. */
export function nearestToTrip<T extends ScopedState>(states: readonly T[]): T[] {
  const nearest = new Map<Breaker, T>();
  for (const state of states) {
    const best = nearest.get(state.breaker);
    if (best === undefined || isMoreUrgent(state, best)) nearest.set(state.breaker, state);
  }
  return [...nearest.values()];
}

function isMoreUrgent(a: ScopedState, b: ScopedState): boolean {
  if (URGENCY[a.status] !== URGENCY[b.status]) return URGENCY[a.status] > URGENCY[b.status];
  return (fillOf(a.value, a.threshold) ?? -1) > (fillOf(b.value, b.threshold) ?? -1);
}
