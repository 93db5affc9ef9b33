import { expect, it } from 'vitest';
import { DEFAULT_RISK_LIMITS, isRiskLimitName, RISK_LIMITS } from './risk-limits';

it('every limit has a default within its range, and the defaults are those of the design', () => {
  for (const [name, { default: usual, min, max }] of Object.entries(RISK_LIMITS)) {
    expect(usual >= min && usual <= max, name).toBe(true);
  }
  expect(DEFAULT_RISK_LIMITS).toMatchObject({
    drawdown_portfolio_flatten_fraction: 0.2,
    drawdown_bot_pause_fraction: 0.1,
    connectivity_pause_after_secs: 120,
    connectivity_flatten_after_secs: 300,
    vpin_pause_above: 0.7,
    vpin_flatten_above: 0.9,
    macro_shock_sigmas: 3,
    correlation_mean_pairwise_above: 0.85,
    correlation_window_days: 30,
  });
});

it('a name that JavaScript gives every object is no limit', () => {
  expect(isRiskLimitName('vpin_pause_above')).toBe(true);
  expect(isRiskLimitName('constructor')).toBe(false);
  expect(isRiskLimitName('toString')).toBe(false);
});
