/**
 * The life of a data source: healthy, failing, quarantined, returned. Failures are retried with doubling
 * waits; a streak of them, or one that retrying cannot fix, takes the source out of rotation until an
 * operator returns it.
 */

export const QUARANTINE_AFTER_FAILURES = 8;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
const JITTER = 0.2;

export interface SourceState {
  readonly status: 'active' | 'quarantined';
  readonly failureStreak: number;
  readonly lastSuccessAtMs: number | null;
  /** The data's own clock. */
  readonly lastDataMs: number | null;
  readonly lastError: string | null;
  readonly quarantinedAtMs: number | null;
}

export const NEW_SOURCE: SourceState = {
  status: 'active',
  failureStreak: 0,
  lastSuccessAtMs: null,
  lastDataMs: null,
  lastError: null,
  quarantinedAtMs: null,
};

export interface Failure {
  readonly message: string;
  /** False: asking again changes nothing. */
  readonly isRetryable: boolean;
  /** What the provider asked for. */
  readonly retryAfterMs?: number;
}

export function succeeded(state: SourceState, nowMs: number, dataMs: number | null): SourceState {
  const lastDataMs = dataMs === null ? state.lastDataMs : Math.max(dataMs, state.lastDataMs ?? dataMs);
  return { ...state, failureStreak: 0, lastError: null, lastSuccessAtMs: nowMs, lastDataMs };
}

export function failed(state: SourceState, nowMs: number, failure: Failure): SourceState {
  const failureStreak = state.failureStreak + 1;
  const isLost = !failure.isRetryable || failureStreak >= QUARANTINE_AFTER_FAILURES;
  return {
    ...state,
    failureStreak,
    lastError: failure.message.slice(0, 500),
    ...(isLost ? { status: 'quarantined', quarantinedAtMs: nowMs } : {}),
  };
}

export function returned(state: SourceState): SourceState {
  return { ...state, status: 'active', failureStreak: 0, quarantinedAtMs: null };
}

/** How long to wait after a failure; `chance` in [0, 1) spreads sources that fail together. */
export function retryDelayMs(
  state: SourceState,
  failure: Failure,
  cadenceMs: number,
  chance: number,
): number {
  let delayMs = FIRST_RETRY_MS;
  for (let i = 1; i < state.failureStreak && delayMs < LONGEST_RETRY_MS; i++) delayMs *= 2;
  delayMs = Math.min(delayMs, LONGEST_RETRY_MS, cadenceMs) * (1 + JITTER * chance);
  return Math.max(delayMs, failure.retryAfterMs ?? 0);
}

/** A source may be late by half its cadence, and by a minute at least, before it counts as stale. */
export function staleAfterMs(cadenceMs: number): number {
  return cadenceMs + Math.max(60_000, cadenceMs / 2);
}

export type Verdict = 'healthy' | 'stale' | 'quarantined' | 'pending';

/** While booting, a source that has not succeeded yet is only pending. */
export function verdictOf(state: SourceState, cadenceMs: number, nowMs: number, isBooting: boolean): Verdict {
  if (state.status === 'quarantined') return 'quarantined';
  const ageMs = state.lastSuccessAtMs === null ? null : nowMs - state.lastSuccessAtMs;
  if (ageMs !== null && ageMs <= staleAfterMs(cadenceMs)) return 'healthy';
  return isBooting ? 'pending' : 'stale';
}
