/**
 * Volume-weighted average price of the last `length` bars, estimated in O(1) and recomputed by the defining
 * sums where the estimate's error could change a decision (docs/strategies.md, Windows; core's
 * rolling-moments.ts explains the method).
 */

const EPSILON = Number.EPSILON;
/** Below this, products lose bits to underflow and no relative bound holds. */
const UNDERFLOW = 1e-290;

export class RollingVwap {
  /** Valid after `settle`; NaN when nothing was traded in the window. */
  value = Number.NaN;

  private readonly turnovers: Float64Array;
  private readonly volumes: Float64Array;
  private readonly loopError: number = Number.NaN;
  private oldest = 0;
  private turnover = 0;
  private turnoverError = 0;
  private volume = 0;
  private volumeError = 0;

  constructor(private readonly length: number) {
    this.turnovers = new Float64Array(length);
    this.volumes = new Float64Array(length);
    this.loopError = length * EPSILON;
  }

  push(typicalPrice: number, volume: number): void {
    const slot = this.oldest;
    const turnover = typicalPrice * volume;
    const leavingTurnover = this.turnovers[slot]!;
    const leavingVolume = this.volumes[slot]!;
    this.turnovers[slot] = turnover;
    this.volumes[slot] = volume;
    this.oldest = slot + 1 === this.length ? 0 : slot + 1;
    this.turnover += turnover - leavingTurnover;
    this.turnoverError += EPSILON * (Math.abs(this.turnover) + turnover + leavingTurnover);
    this.volume += volume - leavingVolume;
    this.volumeError += EPSILON * (Math.abs(this.volume) + volume + leavingVolume);
  }

  /**
   * Sets `value` so that `price` compares with it, directly and at the distance `band` to either side, as
   * with the defining VWAP.
   */
  settle(price: number, band: number): void {
    const { turnover, volume } = this;
    const vwap = turnover / volume;
    const volumeSlack = this.volumeError + this.loopError * volume;
    const turnoverSlack = this.turnoverError + this.loopError * turnover;
    const slack = (4 * (turnoverSlack + vwap * volumeSlack)) / volume + 16 * EPSILON * (price + vwap + band);
    const distance = Math.abs(price - vwap);
    const isSound = volume > 4 * volumeSlack && turnover > UNDERFLOW;
    if (isSound && distance > slack && Math.abs(distance - band) > slack) this.value = vwap;
    else this.recompute();
  }

  /** The definition: oldest bar first. */
  private recompute(): void {
    const { turnovers, volumes, length, oldest } = this;
    let turnover = 0;
    let volume = 0;
    for (let k = 0; k < length; k++) {
      const slot = oldest + k < length ? oldest + k : oldest + k - length;
      turnover += turnovers[slot]!;
      volume += volumes[slot]!;
    }
    this.value = volume === 0 ? Number.NaN : turnover / volume;
    this.turnover = turnover;
    this.turnoverError = this.loopError * turnover;
    this.volume = volume;
    this.volumeError = this.loopError * volume;
  }
}
