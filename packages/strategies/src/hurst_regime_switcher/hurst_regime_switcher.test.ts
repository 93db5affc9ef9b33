import { log } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import fixtures from './fixtures.json';
import { RescaledRange } from './rescaled-range';

const LENGTHS = [8, 16, 32, 64];

/** The definition, chunk by chunk over the whole window. */
function hurstByDefinition(returns: readonly number[]): number {
  const y: number[] = [];
  for (const length of LENGTHS) {
    const ratios: number[] = [];
    for (let from = 0; from < returns.length; from += length) {
      const ratio = rescaledRange(returns.slice(from, from + length));
      if (!Number.isNaN(ratio)) ratios.push(ratio);
    }
    if (ratios.length === 0) return 0.5;
    y.push(log(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length));
  }
  const x = LENGTHS.map(log);
  const mx = x.reduce((sum, value) => sum + value, 0) / 4;
  const my = y.reduce((sum, value) => sum + value, 0) / 4;
  const product = x.reduce((sum, value, k) => sum + (value - mx) * (y[k]! - my), 0);
  return product / x.reduce((sum, value) => sum + (value - mx) * (value - mx), 0);
}

function rescaledRange(chunk: readonly number[]): number {
  const mean = chunk.reduce((sum, r) => sum + r, 0) / chunk.length;
  const walk: number[] = [];
  let y = 0;
  let squares = 0;
  for (const r of chunk) {
    y += r - mean;
    squares += (r - mean) * (r - mean);
    walk.push(y);
  }
  const deviation = Math.sqrt(squares / chunk.length);
  return deviation === 0 ? Number.NaN : (Math.max(...walk) - Math.min(...walk)) / deviation;
}

describe('hurst_regime_switcher', () => {
  it('hurst_regime_switcher computes the same exponent, to the bit, as the definition over the window', () => {
    const window = 192;
    const rescaled = new RescaledRange(window);
    const returns: number[] = [];
    for (let i = 0; i < 600; i++) {
      const r = i % 150 < 40 ? 0 : (((i * 7919) % 613) / 613 - 0.5) / 50 + (i % 90 < 45 ? 0.004 : -0.004);
      returns.push(r);
      rescaled.push(r);
      if (i + 1 < window) continue;
      rescaled.estimate();
      expect(rescaled.hurst).toBe(hurstByDefinition(returns.slice(-window)));
    }
  });

  it('hurst_regime_switcher finds no tendency in returns that do not vary', () => {
    const rescaled = new RescaledRange(128);
    for (let i = 0; i < 128; i++) rescaled.push(0);
    rescaled.estimate();
    expect(rescaled.hurst).toBe(0.5);
  });

  itSignalsLikeTheReference('hurst_regime_switcher', fixtures);
});
