/**
 * Volume-weighted average price of the last `length` bars, estimated in O(1) and recomputed by the defining sums
 * where the estimate's error could change a decision (docs/strategies.md, Windows).
 */
import { RollingSum } from '@platform/core';

const EPSILON = Number.EPSILON;
/** Below this, products lose bits to underflow and no relative bound holds. */
const UNDERFLOW = 1e-290;

export class RollingVwap {
  private readonly turnover: RollingSum;
  private readonly volume: RollingSum;

  constructor(length: number) {
    this.turnover = new RollingSum(length);
    this.volume = new RollingSum(length);
  }

  push(typicalPrice: number, volume: number): void {
    this.turnover.push(typicalPrice * volume);
    this.volume.push(volume);
  }

  /**
   * A VWAP that `price` compares with, directly and at the distance `band` to either side, exactly as with the defining one;
   * NaN when nothing was traded in the window.
   */
  settle(price: number, band: number): number {
    const turnover = this.turnover.estimate;
    const volume = this.volume.estimate;
    const volumeError = this.volume.error;
    const vwap = turnover / volume;
    const error = (2 * (this.turnover.error + vwap * volumeError)) / volume;
    const distance = Math.abs(price - vwap);
    const slack = error + 16 * EPSILON * (price + vwap + band);
    const isSound = volume > 2 * volumeError && turnover > UNDERFLOW;
    return isSound && distance > slack && Math.abs(distance - band) > slack ? vwap : this.defined();
  }

  private defined(): number {
    const volume = this.volume.exact();
    return volume === 0 ? Number.NaN : this.turnover.exact() / volume;
  }
}
