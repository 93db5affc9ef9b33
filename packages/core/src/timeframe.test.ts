import { describe, expect, it } from 'vitest';
import { barOpenTimeMs, isTimeframe, TIMEFRAMES, timeframeMs } from './timeframe';

describe('time frames', () => {
  it('a week opens on Monday 00:00 UTC', () => {
    const sunday = Date.parse('2026-11-15T23:59:59.999Z');
    expect(new Date(barOpenTimeMs('1w', sunday)).toISOString()).toBe('2026-11-09T00:00:00.000Z');
    expect(new Date(barOpenTimeMs('1w', sunday + 1)).toISOString()).toBe('2026-11-16T00:00:00.000Z');
  });

  it('an open time is its own open time, and the millisecond before belongs to the bar before', () => {
    const sometime = Date.parse('2026-11-15T13:37:42.123Z');
    for (const timeframe of TIMEFRAMES) {
      const open = barOpenTimeMs(timeframe, sometime);
      expect(barOpenTimeMs(timeframe, open)).toBe(open);
      expect(barOpenTimeMs(timeframe, open - 1)).toBe(open - timeframeMs(timeframe));
    }
  });

  it('a name that is not a time frame is refused', () => {
    expect(isTimeframe('3m')).toBe(false);
  });
});
