/**
 * From a reading to a verdict. A condition begins at its threshold and ends only when the value is below it
 * by the hysteresis fraction, so that a value trembling around a threshold is one condition and not many.
 */
import type { Breaker, BreakerOutcome } from '@platform/contracts';
import type { Reading, Verdict } from './rule';

/** `held` is the outcome of the condition at the evaluation before. */
export function judge(
  breaker: Breaker,
  reading: Reading,
  held: BreakerOutcome,
  hysteresisFraction: number,
): Verdict {
  const { scope, reason } = reading;
  if (reading.kind === 'failed') return blindVerdict(breaker, scope, reason);
  if (reading.kind !== 'measured') {
    const status = reading.kind === 'idle' ? 'ok' : 'degraded';
    return { breaker, scope, status, outcome: 'None', value: null, threshold: null, reason };
  }
  const { value, pauseAt, flattenAt } = reading;
  if (!Number.isFinite(value)) throw new RangeError(`${breaker} of ${scope} reads ${value}`);
  const flattenEnd = levelIn(flattenAt, held === 'Flatten', hysteresisFraction);
  const pauseEnd = levelIn(pauseAt, held !== 'None', hysteresisFraction);
  if (flattenAt > 0 && value >= flattenEnd) {
    const threshold = flattenAt * (1 - hysteresisFraction);
    return { breaker, scope, status: 'tripped', outcome: 'Flatten', value, threshold, reason };
  }
  if (pauseAt > 0 && value >= pauseEnd) {
    const threshold = pauseAt * (1 - hysteresisFraction);
    return { breaker, scope, status: 'tripped', outcome: 'PauseBots', value, threshold, reason };
  }
  const ahead = [pauseAt, flattenAt].filter((level) => level > 0);
  const threshold = ahead.length === 0 ? null : Math.min(...ahead);
  return { breaker, scope, status: 'ok', outcome: 'None', value, threshold, reason };
}

/** Blind counts as tripped for PauseBots. */
export function blindVerdict(breaker: Breaker, scope: string, cause: string): Verdict {
  const reason = `evaluation failed: ${cause}`.slice(0, 300);
  return { breaker, scope, status: 'tripped', outcome: 'PauseBots', value: null, threshold: null, reason };
}

function levelIn(threshold: number, held: boolean, hysteresisFraction: number): number {
  return held ? threshold * (1 - hysteresisFraction) : threshold;
}
