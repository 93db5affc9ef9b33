/** The equity curve thinned to what a screen can show, keeping every extreme: first, lowest, highest and last of each slice. */
import type { BacktestInput, BacktestResult } from '@platform/engine';

const SLICES = 400;

export interface CurvePoint {
  readonly timeMs: number;
  readonly equity: number;
  /** Fraction below the running peak, at most 0. */
  readonly drawdown: number;
  /** What buying at the first point and holding would be worth, without costs. */
  readonly hold: number;
}

export function thinnedCurve(input: BacktestInput, { points }: BacktestResult): CurvePoint[] {
  const { equity } = points;
  const { close } = input.market.bars;
  const offset = input.market.bars.length - equity.length;
  const peaks = runningPeaks(equity);
  return [...keptIndices(equity)].map((p) => ({
    timeMs: points.timeMs(p),
    equity: equity[p]!,
    drawdown: equity[p]! / peaks[p]! - 1,
    hold: (input.settings.initialEquity * close[offset + p]!) / close[offset]!,
  }));
}

function keptIndices(equity: Float64Array): Set<number> {
  const size = Math.max(1, Math.ceil(equity.length / SLICES));
  const kept: number[] = [];
  for (let start = 0; start < equity.length; start += size) {
    const end = Math.min(start + size, equity.length);
    let lowest = start;
    let highest = start;
    for (let p = start; p < end; p++) {
      if (equity[p]! < equity[lowest]!) lowest = p;
      if (equity[p]! > equity[highest]!) highest = p;
    }
    kept.push(start, lowest, highest, end - 1);
  }
  return new Set(kept.sort((a, b) => a - b));
}

function runningPeaks(equity: Float64Array): Float64Array {
  const peaks = new Float64Array(equity.length);
  let peak = Number.NEGATIVE_INFINITY;
  for (let p = 0; p < equity.length; p++) {
    peak = Math.max(peak, equity[p]!);
    peaks[p] = peak;
  }
  return peaks;
}
