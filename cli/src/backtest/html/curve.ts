/** The curve thinned to what a screen can show, keeping every extreme. */
import type { BacktestInput, BacktestResult } from '@platform/engine';
import { buyAndHold, drawdownsOf, thinned } from '@platform/engine/report';

const COLUMNS = 400;

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
  const { bars } = input.market;
  const hold = buyAndHold(
    bars.close.subarray(bars.length - equity.length, bars.length),
    input.settings.initialEquity,
  );
  const drawdowns = drawdownsOf(equity);
  return thinned({ timeMs: points.times(), equity }, COLUMNS).map((p) => ({
    timeMs: points.timeMs(p),
    equity: equity[p]!,
    drawdown: drawdowns[p]!,
    hold: hold[p]!,
  }));
}
