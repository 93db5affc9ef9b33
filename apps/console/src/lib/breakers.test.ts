import { expect, it } from 'vitest';
import { breakerValue, fillOf, nearestToTrip } from './breakers';

it('each breaker speaks in its own unit, and what it does not know is a dash', () => {
  expect(breakerValue('drawdown', 0.125)).toBe('12.50 %');
  expect(breakerValue('connectivity', 34.2)).toBe('34 s');
  expect(breakerValue('macro', 1.44)).toBe('1.4 σ');
  expect(breakerValue('vpin', null)).toBe('–');
});

it('a gauge fills from 0 to the limit and not beyond', () => {
  expect(fillOf(0.05, 0.2)).toBeCloseTo(0.25);
  expect(fillOf(9, 3)).toBe(1);
  expect(fillOf(-1, 3)).toBe(0);
  expect(fillOf(1, 0)).toBeNull();
  expect(fillOf(null, 1)).toBeNull();
});

it('of many scopes the tripped one is shown, else the one nearest to its limit', () => {
  const state = (status: 'ok' | 'degraded' | 'tripped', value: number | null) => ({
    breaker: 'vpin' as const,
    status,
    value,
    threshold: 0.7,
  });
  expect(nearestToTrip([state('degraded', null), state('ok', 0.2), state('ok', 0.5)])).toEqual([
    state('ok', 0.5),
  ]);
  expect(nearestToTrip([state('ok', 0.69), state('tripped', 0.1)])).toEqual([state('tripped', 0.1)]);
});
