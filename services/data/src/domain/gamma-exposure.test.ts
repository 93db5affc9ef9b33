import { DAY_MS } from '@platform/core';
import { expect, it } from 'vitest';
import { gamma, gammaExposure, type OptionOpenInterest } from './gamma-exposure';

const NOW_MS = Date.UTC(2026, 0, 1);
const option = (changes: Partial<OptionOpenInterest> = {}): OptionOpenInterest => ({
  expiryMs: NOW_MS + 73 * DAY_MS,
  strike: 100,
  isCall: true,
  openInterest: 10,
  impliedVolatility: 0.5,
  ...changes,
});

it('gamma exposure is the textbook gamma', () => {
  // d1 = σ√t / 2 at the money; σ = 0.5, t = 0.2 years.
  const deviation = 0.5 * Math.sqrt(0.2);
  const expected = Math.exp(-((deviation / 2) ** 2) / 2) / Math.sqrt(2 * Math.PI) / (100 * deviation);
  expect(gamma(option(), 100, NOW_MS)).toBeCloseTo(expected, 14);
  const d1 = Math.log(100 / 150) / deviation + deviation / 2;
  const far = Math.exp((-d1 * d1) / 2) / Math.sqrt(2 * Math.PI) / (100 * deviation);
  expect(gamma(option({ strike: 150 }), 100, NOW_MS)).toBeCloseTo(far, 14);
});

it('gamma exposure counts calls for, puts against, and expired options not at all', () => {
  const call = gammaExposure([option()], 100, NOW_MS).totalUsd;
  expect(call).toBeCloseTo(gamma(option(), 100, NOW_MS) * 10 * 100 * 100 * 0.01, 10);
  expect(gammaExposure([option({ isCall: false })], 100, NOW_MS).totalUsd).toBeCloseTo(-call, 12);
  expect(gammaExposure([option({ expiryMs: NOW_MS - 1 })], 100, NOW_MS)).toEqual({
    totalUsd: 0,
    flipPrice: null,
    strikes: [],
  });
});

it('gamma exposure flips between puts below and calls above', () => {
  const { flipPrice, strikes } = gammaExposure(
    [option({ strike: 90, isCall: false }), option({ strike: 110 })],
    100,
    NOW_MS,
  );
  expect(strikes.map(({ strike }) => strike)).toEqual([90, 110]);
  expect(flipPrice).toBeGreaterThan(90);
  expect(flipPrice).toBeLessThan(110);
  expect(gammaExposure([option()], 100, NOW_MS).flipPrice).toBeNull();
});
