/** How large an entry is. Worked out at signals only, over finite windows, so that a restarted bot sizes alike. */
import { type BarSeries, DAY_MS } from '@platform/core';
import type { SizeHint } from '@platform/strategies';
import type { BacktestSettings } from './settings';

const RETURN_COUNT = 36;
const TRUE_RANGE_COUNT = 14;
const YEAR_MS = 365 * DAY_MS;

/** Mean of the last 14 true ranges, bar `i` included. */
export function meanTrueRange(bars: BarSeries, i: number): number {
  const { high, low, close } = bars;
  let sum = 0;
  // NaN compares as neither above nor below: the first bar of all has its own range.
  let previous = i < TRUE_RANGE_COUNT ? Number.NaN : close[i - TRUE_RANGE_COUNT]!;
  for (let k = i - TRUE_RANGE_COUNT + 1; k <= i; k++) {
    const top = previous > high[k]! ? previous : high[k]!;
    const bottom = previous < low[k]! ? previous : low[k]!;
    sum += top - bottom;
    previous = close[k]!;
  }
  return sum / TRUE_RANGE_COUNT;
}

/** Several windows long, so that its tail is seldom moved to the front. */
const TAPE_LENGTH = 1024;

/** Annual volatility of the last 36 close-to-close returns. Windows of close signals overlap: no return is divided twice. */
class RealisedVolatility {
  /** Returns worked out so far end at `end`; the last one is that of `lastBar`. */
  private readonly tape = new Float64Array(TAPE_LENGTH);
  private end = 0;
  private lastBar = -RETURN_COUNT;
  private readonly rootOfYear: number;

  constructor(
    private readonly bars: BarSeries,
    barMs: number,
  ) {
    this.rootOfYear = Math.sqrt(YEAR_MS / barMs);
  }

  /** Bar `i` included; ask in ascending order. */
  at(i: number): number {
    this.workOut(i, Math.min(RETURN_COUNT, i - this.lastBar));
    const { tape, end } = this;
    const first = end - RETURN_COUNT;
    let sum = 0;
    for (let k = first; k < end; k++) sum += tape[k]!;
    const mean = sum / RETURN_COUNT;
    let squares = 0;
    for (let k = first; k < end; k++) {
      const deviation = tape[k]! - mean;
      squares += deviation * deviation;
    }
    return Math.sqrt(squares / RETURN_COUNT) * this.rootOfYear;
  }

  /** Appends the last `count` returns up to bar `i`. */
  private workOut(i: number, count: number): void {
    const { tape } = this;
    const { close } = this.bars;
    let { end } = this;
    if (end + count > TAPE_LENGTH) {
      tape.copyWithin(0, end - RETURN_COUNT, end);
      end = RETURN_COUNT;
    }
    let previous = close[i - count]!;
    for (let k = i - count + 1; k <= i; k++) {
      const current = close[k]!;
      tape[end++] = current / previous - 1;
      previous = current;
    }
    this.end = end;
    this.lastBar = i;
  }
}

export class Sizing {
  private readonly volatility: RealisedVolatility;

  constructor(
    private readonly settings: BacktestSettings,
    private readonly bars: BarSeries,
    barMs: number,
  ) {
    this.volatility = new RealisedVolatility(bars, barMs);
  }

  /** Notional of an entry decided on bar `i`, as a fraction of equity; ask in ascending order. */
  equityFraction(hint: SizeHint, i: number): number {
    const { settings, bars } = this;
    if (settings.sizing === 'full') return 1;
    if (settings.sizing === 'atr') {
      const range = meanTrueRange(bars, i);
      if (range === 0) return settings.maxLeverage;
      const stopDistance = (settings.slAtr * range) / bars.close[i]!;
      return Math.min(settings.maxLeverage, settings.riskPerTrade / stopDistance);
    }
    if (hint.kind === 'fixed') return hint.value;
    const realised = this.volatility.at(i);
    return realised === 0 ? settings.maxLeverage : Math.min(settings.maxLeverage, hint.value / realised);
  }
}

/** One entry's fraction, for callers that size a single one. */
export function equityFraction(
  settings: BacktestSettings,
  hint: SizeHint,
  bars: BarSeries,
  i: number,
  barMs: number,
): number {
  return new Sizing(settings, bars, barMs).equityFraction(hint, i);
}
