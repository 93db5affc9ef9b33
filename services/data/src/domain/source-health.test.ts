import { expect, it } from 'vitest';
import {
  failed,
  NEW_SOURCE,
  QUARANTINE_AFTER_FAILURES,
  retryDelayMs,
  returned,
  type SourceState,
  succeeded,
  verdictOf,
} from './source-health';

const passing = { message: 'timeout', isRetryable: true };
const MINUTE_MS = 60_000;

function failing(times: number): SourceState {
  return Array.from({ length: times }).reduce<SourceState>((state) => failed(state, 1, passing), NEW_SOURCE);
}

it('a source is lost after a streak of failures, not one earlier, and a success ends the streak', () => {
  expect(failing(QUARANTINE_AFTER_FAILURES - 1).status).toBe('active');
  expect(failing(QUARANTINE_AFTER_FAILURES)).toMatchObject({ status: 'quarantined', quarantinedAtMs: 1 });
  expect(succeeded(failing(3), 5, 4)).toMatchObject({
    failureStreak: 0,
    lastSuccessAtMs: 5,
    lastDataMs: 4,
  });
});

it('a source is lost at once when asking again changes nothing, and comes back clean', () => {
  const lost = failed(NEW_SOURCE, 9, { message: 'bad key', isRetryable: false });
  expect(lost.status).toBe('quarantined');
  expect(returned(lost)).toMatchObject({ status: 'active', failureStreak: 0, quarantinedAtMs: null });
});

it('a source waits twice as long each time, with jitter and a bound, and as long as the provider asks', () => {
  const delay = (times: number, chance = 0) => retryDelayMs(failing(times), passing, 600_000, chance);
  expect([delay(1), delay(2), delay(3)]).toEqual([5_000, 10_000, 20_000]);
  expect(delay(7)).toBe(300_000);
  expect(delay(1, 1)).toBe(6_000);
  expect(retryDelayMs(failing(1), { ...passing, retryAfterMs: 90_000 }, 600_000, 0)).toBe(90_000);
  expect(retryDelayMs(failing(6), passing, 30_000, 0)).toBe(30_000);
});

it('a source is stale past its cadence, except while booting', () => {
  const state = succeeded(NEW_SOURCE, 0, null);
  expect(verdictOf(state, MINUTE_MS, 2 * MINUTE_MS, false)).toBe('healthy');
  expect(verdictOf(state, MINUTE_MS, 2 * MINUTE_MS + 1, false)).toBe('stale');
  expect(verdictOf(NEW_SOURCE, MINUTE_MS, 0, true)).toBe('pending');
  expect(verdictOf(NEW_SOURCE, MINUTE_MS, 0, false)).toBe('stale');
  expect(verdictOf(failing(9), MINUTE_MS, 0, true)).toBe('quarantined');
});
