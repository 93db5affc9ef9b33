/**
 * `entryQuantity` of sizing.ts in about half the time. Sizing by volatility takes two passes over 36 returns,
 * the second waiting for the first, at every decision: a tenth of a backtest that trades often. One pass
 * gives the same variance but for rounding errors, whose bound is known: unless the quantity lies so near a
 * tie that they could round it the other way, its digits are those of the definition.
 */
import type { BarSeries } from '@platform/core';
import type { SizeHint } from '@platform/strategies';
import { round8, UNITS_PER_ONE } from './rounding';
import type { BacktestSettings } from './settings';
import { entryQuantity, RETURN_COUNT, YEAR_MS } from './sizing';

/**
 * Bounds the difference between the variances of one pass and of two, in mean squares: 78 would do. Each sum
 * of 36 loses at most 36 half-units of its magnitude, and no mean exceeds the root of the mean square.
 */
const VARIANCE_ERROR = 128 * Number.EPSILON;
/**
 * Bounds what the operations from the variance to the quantity lose here and in the definition, relative to
 * the quantity.
 */
const FURTHER_ERROR = 16 * Number.EPSILON;
/** Up to here errors may be taken as small against what they are relative to. */
const LARGEST_ERROR = 1e-6;
/** Below this, squares lose bits to underflow and no relative bound holds. */
const UNDERFLOW = 1e-290;
/** Divides the number of returns; so many keep a processor busy while one of them waits for another. */
const RETURNS_AT_ONCE = 4;
const SHARE = 1 / RETURN_COUNT;
/** 2^50: whole units below it are counted exactly. */
const LARGEST_UNITS = 1_125_899_906_842_624;

export class EntrySizer {
  private readonly rootOfYear: number = Number.NaN;

  constructor(
    private readonly settings: BacktestSettings,
    private readonly bars: BarSeries,
    private readonly barMs: number,
  ) {
    this.rootOfYear = Math.sqrt(YEAR_MS / barMs);
  }

  /** Unsigned, of an entry decided on bar `i` with `equity` at its close. */
  quantity(hint: SizeHint, equity: number, i: number): number {
    const { settings, bars, barMs } = this;
    if (settings.sizing === 'hint' && hint.kind === 'vol_target') {
      const estimate = this.estimate(hint.value, equity, i);
      if (!Number.isNaN(estimate)) return estimate;
    }
    return entryQuantity(settings, hint, equity, bars, i, barMs);
  }

  /**
   * NaN where one pass cannot guarantee every digit, or leverage may be capped. NaN and infinity fail every
   * comparison here.
   */
  private estimate(volatility: number, equity: number, i: number): number {
    const { close } = this.bars;
    let sum = 0;
    let squares = 0;
    let before = close[i - RETURN_COUNT]!;
    for (let k = i - RETURN_COUNT + 1; k <= i; k += RETURNS_AT_ONCE) {
      const first = close[k]!;
      const second = close[k + 1]!;
      const third = close[k + 2]!;
      const fourth = close[k + 3]!;
      const a = first / before - 1;
      const b = second / first - 1;
      const c = third / second - 1;
      const d = fourth / third - 1;
      sum += a + b + (c + d);
      squares += a * a + b * b + (c * c + d * d);
      before = fourth;
    }
    const mean = sum * SHARE;
    const meanSquare = squares * SHARE;
    const variance = meanSquare - mean * mean;
    const quantity = (equity * volatility) / (close[i]! * this.rootOfYear * Math.sqrt(variance));
    const error = (VARIANCE_ERROR * meanSquare) / variance + FURTHER_ERROR;
    const units = quantity * UNITS_PER_ONE;
    const distanceFromTie = Math.abs(units - Math.floor(units) - 0.5);
    const isSure =
      variance > UNDERFLOW &&
      error < LARGEST_ERROR &&
      quantity * close[i]! * (1 + error) < equity * this.settings.maxLeverage &&
      units < LARGEST_UNITS &&
      distanceFromTie > units * error;
    return isSure ? round8(quantity) : Number.NaN;
  }
}
