import { TIMEFRAMES, timeframeMs } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { findStrategy, strategies } from './registry';
import type { CommonParams } from './types';

const LONGEST_WARMUP = 5000;

type Field = {
  type?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Field>;
} & Record<string, unknown>;

/**
 * The parameters with every numeric field at one end of its range; where that breaks a rule, the rule's field
 * stays default.
 */
function atEnd(strategy: (typeof strategies)[number], end: 'minimum' | 'maximum'): CommonParams {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(strategy.schema.properties as Record<string, Field>)) {
    if (field[end] !== undefined) input[name] = field[end];
  }
  for (;;) {
    const parsed = strategy.parse(input);
    if (parsed.ok) return parsed.value;
    for (const { field } of parsed.error) delete input[field];
  }
}

describe('the registry', () => {
  it('the registry has the fourteen strategies, three of them validated on their time frames', () => {
    const validated = { supertrend: ['1d', '8h'], ewmac: ['6h', '4h', '2h', '1h'], psar: ['1w', '1d'] };
    expect(strategies.map((strategy) => strategy.name).sort()).toEqual([
      'basis_revert',
      'bollinger_breakout',
      'ewmac',
      'funding_arb',
      'hurst_regime_switcher',
      'opening_range_breakout',
      'pairs_mr',
      'psar',
      'rsi_mean_reversion',
      'supertrend',
      'tsmom',
      'volume_spike_breakout',
      'vpin_impulse',
      'vwap_stretch_mr',
    ]);
    for (const strategy of strategies) {
      const timeframes = (validated as Record<string, string[]>)[strategy.name] ?? [];
      expect(strategy.validatedTimeframes).toEqual(timeframes);
      expect(strategy.status).toBe(timeframes.length > 0 ? 'validated' : 'in_progress');
    }
  });

  it('the registry finds by name, and nothing under a name that is not registered', () => {
    expect(findStrategy('psar')?.name).toBe('psar');
    expect(findStrategy('manual')).toBeUndefined();
  });

  it.each(strategies)(
    '$name never needs more warm-up than can be asked for, nor less than sizing does',
    (strategy) => {
      for (const timeframe of strategy.timeframes) {
        for (const end of ['minimum', 'maximum'] as const) {
          const warmupBars = strategy.warmupBars(atEnd(strategy, end), timeframe);
          expect(warmupBars).toBeGreaterThanOrEqual(37);
          expect(warmupBars).toBeLessThanOrEqual(LONGEST_WARMUP);
          expect(Number.isInteger(warmupBars)).toBe(true);
        }
      }
    },
  );

  it.each(strategies)(
    '$name describes every field for a form: title, description, default and range',
    ({ schema }) => {
      const describeAll = (fields: Record<string, Field>): void => {
        for (const field of Object.values(fields)) {
          expect(field).toMatchObject({ title: expect.any(String), description: expect.any(String) });
          expect(field).toHaveProperty('default');
          if (field.type === 'number' || field.type === 'integer') {
            expect(field).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) });
          }
          if (field.properties) describeAll(field.properties);
        }
      };
      describeAll(schema.properties as Record<string, Field>);
    },
  );

  it.each(strategies)(
    '$name asks for its own bars first, and for as many as it warms up with',
    (strategy) => {
      const params = atEnd(strategy, 'minimum');
      const timeframe = strategy.timeframes.at(-1)!;
      const [bars, ...others] = strategy.datasets(params, timeframe);
      expect(bars).toEqual({
        kind: 'perp_klines',
        input: 'bars',
        lookbackBars: strategy.warmupBars(params, timeframe),
      });
      for (const { lookbackBars } of others) expect(lookbackBars).toBeLessThanOrEqual(LONGEST_WARMUP);
    },
  );

  it('limits to time frames only the strategies that need a day or a month of bars', () => {
    const limited = strategies.filter((strategy) => strategy.timeframes.length < TIMEFRAMES.length);
    expect(limited.map((strategy) => strategy.name)).toEqual(['opening_range_breakout', 'vpin_impulse']);
    expect(findStrategy('opening_range_breakout')!.timeframes.map(timeframeMs)).not.toContain(
      timeframeMs('1d'),
    );
    expect(findStrategy('vpin_impulse')!.timeframes).toEqual([
      '15m',
      '30m',
      '1h',
      '2h',
      '4h',
      '6h',
      '8h',
      '12h',
      '1d',
    ]);
  });

  it('the registry names the second symbol of a pair in what it asks for', () => {
    const pairs = findStrategy('pairs_mr')!;
    const parsed = pairs.parse({ pair_symbol: 'SOLUSDT', lookback: 200 });
    if (!parsed.ok) throw new Error('refused');
    expect(pairs.datasets(parsed.value, '1h')).toContainEqual({
      kind: 'perp_klines',
      input: 'pair',
      symbol: 'SOLUSDT',
      lookbackBars: 200,
    });
  });
});
