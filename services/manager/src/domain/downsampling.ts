/**
 * Fewer points of an equity curve that still tell the truth: of each stretch of time the lowest, the highest, the deepest drawdown
 * and the last point stay, at their own times. No extreme of the curve is ever lost.
 */

export interface CurvePoint {
  readonly ts: number;
  readonly equity: number;
  readonly drawdownPct: number;
}

/** Points arrive in order of time; each finished stretch is handed on whole. */
export class Downsampler<P extends CurvePoint> {
  #start = Number.NaN;
  #low: P | undefined;
  #high: P | undefined;
  #deepest: P | undefined;
  #last: P | undefined;

  constructor(
    private readonly widthMs: number,
    private readonly onStretch: (startMs: number, points: readonly P[]) => void,
  ) {}

  push(point: P): void {
    const start = point.ts - (point.ts % this.widthMs);
    if (start !== this.#start) this.flush();
    this.#start = start;
    if (this.#low === undefined || point.equity < this.#low.equity) this.#low = point;
    if (this.#high === undefined || point.equity > this.#high.equity) this.#high = point;
    if (this.#deepest === undefined || point.drawdownPct > this.#deepest.drawdownPct) this.#deepest = point;
    this.#last = point;
  }

  flush(): void {
    if (this.#last === undefined) return;
    const kept = new Set([this.#low!, this.#high!, this.#deepest!, this.#last]);
    this.onStretch(
      this.#start,
      [...kept].sort((a, b) => a.ts - b.ts),
    );
    this.#low = this.#high = this.#deepest = this.#last = undefined;
  }
}
