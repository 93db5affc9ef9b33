import { describe, expect, it } from 'vitest';
import { findStrategy } from './registry';

const parse = (name: string, input: unknown) => findStrategy(name)!.parse(input);
const faults = (name: string, input: unknown) => {
  const parsed = parse(name, input);
  return parsed.ok ? [] : parsed.error.map(({ field, message }) => `${field}: ${message}`);
};

describe('parameters', () => {
  it('defaults fill what is not given, also inside the size hint and where nothing is given at all', () => {
    const value = {
      atr_period: 10,
      multiplier: 3,
      allow_short: true,
      size_hint: { kind: 'vol_target', value: 0.4 },
    };
    expect(parse('supertrend', undefined)).toEqual({ ok: true, value });
    expect(parse('supertrend', { multiplier: 2, size_hint: { kind: 'fixed' } })).toEqual({
      ok: true,
      value: { ...value, multiplier: 2, size_hint: { kind: 'fixed', value: 0.4 } },
    });
  });

  it('the input is left as it was', () => {
    const input = { size_hint: { kind: 'fixed' } };
    parse('supertrend', input);
    expect(input).toEqual({ size_hint: { kind: 'fixed' } });
  });

  it('every fault is reported at once, with its field and what would be accepted', () => {
    const input = {
      atr_period: 121,
      multiplier: 'x',
      period: 5,
      size_hint: { kind: 'all', value: 9, unit: 1 },
    };
    expect(faults('supertrend', input).sort()).toEqual([
      'atr_period: must be an integer from 2 to 120',
      'multiplier: must be a number from 0.5 to 10',
      'period: unknown field',
      'size_hint/kind: must be one of vol_target, fixed',
      'size_hint/unit: unknown field',
      'size_hint/value: must be a number from 0.01 to 5',
    ]);
  });

  it('no number of faults is too many to report', () => {
    const names = Array.from({ length: 40 }, (_, k) => `field_${k}`);
    const input = { ...Object.fromEntries(names.map((name) => [name, 1])), window: 1, fast: 0, slow: 0 };
    expect(faults('hurst_regime_switcher', input)).toHaveLength(43);
    expect(faults('tsmom', JSON.parse('{"__proto__": 1, "lookback": 0}'))).toContain(
      'lookback: must be an integer from 1 to 4000',
    );
  });

  it.each([
    ['supertrend', { atr_period: 10.5 }, 'atr_period: must be an integer from 2 to 120'],
    ['supertrend', { multiplier: Number.NaN }, 'multiplier: must be a number from 0.5 to 10'],
    ['supertrend', { multiplier: null }, 'multiplier: must be a number from 0.5 to 10'],
    ['supertrend', { allow_short: 'no' }, 'allow_short: must be a boolean'],
    [
      'hurst_regime_switcher',
      { window: 130 },
      'window: must be an integer from 128 to 1024, a multiple of 64',
    ],
    ['pairs_mr', { pair_symbol: 'eth' }, 'pair_symbol: must be a string matching ^[A-Z0-9]{2,20}$'],
    ['psar', { af_start: 0.3 }, 'af_max: must not be below af_start (0.3)'],
    ['basis_revert', { exit: 3 }, 'exit: must not be above entry (2)'],
    ['funding_arb', { exit: 0.001 }, 'exit: must not be above entry (0.0003)'],
    ['tsmom', 5, ': must be an object'],
    ['tsmom', [], ': must be an object'],
  ])('%s refuses %j', (name, input, expected) => {
    expect(faults(name, input)).toEqual([expected]);
  });
});
