import { HOUR_MS, MINUTE_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { configureOverlay, overlays } from './registry';
import type { OverlayContext } from './types';

const NOW = 1_700_000_000_000;
const calm = Array.from({ length: 400 }, (_, i) => 100 + (i % 2));
const bare: OverlayContext = { closeTimeMs: NOW, bars: barsFromCloses(calm), barIndex: 399 };

function configured(name: string, params: unknown = {}) {
  const result = configureOverlay(name, params);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function judge(name: string, side: 'long' | 'short', context: Partial<OverlayContext>, params: unknown = {}) {
  const { veto, reason } = configured(name, params).judge(side, { ...bare, ...context });
  return `${veto ? 'veto' : 'pass'} ${reason}`;
}

const reading = (value: number, ageMs = HOUR_MS) => ({ value, timeMs: NOW - ageMs });
const calendar = (minutesFromNow: number, ageMs = HOUR_MS) => ({
  timeMs: NOW - ageMs,
  events: [{ name: 'CPI', timeMs: NOW + minutesFromNow * MINUTE_MS }],
});

describe('overlays', () => {
  it.each([
    ['funding', 'long', { fundingRate: reading(0.0005) }, 'pass funding_within_limit'],
    ['funding', 'long', { fundingRate: reading(0.00051) }, 'veto funding_above_limit'],
    ['funding', 'short', { fundingRate: reading(0.01) }, 'pass funding_within_limit'],
    ['funding', 'short', { fundingRate: reading(-0.00051) }, 'veto funding_above_limit'],
    ['funding', 'long', { fundingRate: reading(Number.NaN) }, 'veto funding_above_limit'],
    ['funding', 'long', { fundingRate: reading(0, 9 * HOUR_MS + 1) }, 'veto funding_stale'],
    ['funding', 'long', {}, 'veto funding_missing'],
    ['fear_greed', 'long', { fearGreed: reading(89) }, 'pass sentiment_not_extreme'],
    ['fear_greed', 'long', { fearGreed: reading(90) }, 'veto extreme_greed'],
    ['fear_greed', 'long', { fearGreed: reading(5) }, 'pass sentiment_not_extreme'],
    ['fear_greed', 'short', { fearGreed: reading(10) }, 'veto extreme_fear'],
    ['fear_greed', 'short', { fearGreed: reading(95) }, 'pass sentiment_not_extreme'],
    ['fear_greed', 'short', { fearGreed: reading(50, 27 * HOUR_MS) }, 'veto fear_greed_stale'],
    ['fear_greed', 'short', {}, 'veto fear_greed_missing'],
    ['macro_event', 'long', { macro: calendar(60) }, 'veto inside_event_window'],
    ['macro_event', 'long', { macro: calendar(61) }, 'pass no_event_near'],
    ['macro_event', 'short', { macro: calendar(-60) }, 'veto inside_event_window'],
    ['macro_event', 'short', { macro: calendar(-61) }, 'pass no_event_near'],
    ['macro_event', 'short', { macro: calendar(500, 27 * HOUR_MS) }, 'veto macro_stale'],
    ['macro_event', 'long', {}, 'veto macro_missing'],
    ['volatility_spike', 'long', {}, 'pass volatility_usual'],
    ['volatility_spike', 'long', { barIndex: 200 }, 'veto volatility_missing'],
    [
      'volatility_spike',
      'short',
      { bars: barsFromCloses([...calm.slice(0, 399), 150]) },
      'veto volatility_spike',
    ],
  ] as const)('%s on a %s entry with %j: %4$s', (name, side, context, expected) => {
    expect(judge(name, side, context)).toBe(expected);
  });

  it('each vetoes when what it needs is missing, so that none fails open', () => {
    const nothing: OverlayContext = { closeTimeMs: NOW, bars: barsFromCloses(after(1, 100)), barIndex: 0 };
    for (const { name } of overlays) expect(configured(name).judge('long', nothing).veto).toBe(true);
  });

  it('unknown overlays and bad parameters are refused, naming the field', () => {
    expect(configureOverlay('moon', {})).toMatchObject({ ok: false, error: [{ field: 'name' }] });
    expect(configureOverlay('funding', { max_rate: 1 })).toMatchObject({
      ok: false,
      error: [{ field: 'max_rate' }],
    });
    expect(configureOverlay('fear_greed', { fear_limit: 95 })).toMatchObject({
      ok: false,
      error: [{ field: 'greed_limit', message: 'must be above fear_limit (95)' }],
    });
  });
});
