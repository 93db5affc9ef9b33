/**
 * How fresh a source is against how often it should bring something: the age in cadences, and what to say
 * about it.
 */

export interface SourceAge {
  readonly freshnessSeconds: number | null;
  readonly cadenceSeconds: number;
}

export type FreshnessState = 'fresh' | 'late' | 'stale' | 'never';

/** Rows come a moment after they are due, so one missed turn is late and three are stale. */
const LATE_CADENCES = 2;
const STALE_CADENCES = 3;

export function cadencesBehind({ freshnessSeconds, cadenceSeconds }: SourceAge): number | null {
  return freshnessSeconds === null || cadenceSeconds <= 0 ? null : freshnessSeconds / cadenceSeconds;
}

export function freshnessState(source: SourceAge): FreshnessState {
  const behind = cadencesBehind(source);
  if (behind === null) return 'never';
  if (behind <= LATE_CADENCES) return 'fresh';
  return behind <= STALE_CADENCES ? 'late' : 'stale';
}
