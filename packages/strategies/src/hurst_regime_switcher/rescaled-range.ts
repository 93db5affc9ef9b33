/**
 * The Hurst exponent of the last `window` returns by rescaled range at four chunk lengths
 * (docs/strategies.md). A chunk's ratio does not depend on the window it is part of: each is computed once,
 * at the bar where the chunk ends, and found again in a ring by every window that contains it.
 */
import { log } from '@platform/core';

const CHUNK_LENGTHS = [8, 16, 32, 64] as const;
const LONGEST_CHUNK = 64;
const NO_TENDENCY = 0.5;

/** log L less the mean of the four, and the sum of the squares: constants of the least squares. */
const LOG_LENGTHS = CHUNK_LENGTHS.map((length) => log(length));
const MEAN_LOG_LENGTH = (LOG_LENGTHS[0]! + LOG_LENGTHS[1]! + LOG_LENGTHS[2]! + LOG_LENGTHS[3]!) / 4;
const CENTRED = Float64Array.from(LOG_LENGTHS, (x) => x - MEAN_LOG_LENGTH);
const SUM_OF_SQUARES = CENTRED.reduce((sum, x) => sum + x * x, 0);

export class RescaledRange {
  /** The exponent last estimated; 0.5 where none can be had. */
  hurst = NO_TENDENCY;

  /** The last returns, written twice a chunk apart, so that every chunk lies in one piece. */
  private readonly returns = new Float64Array(2 * LONGEST_CHUNK);
  /**
   * Per chunk length a ring over the window, at the slot of the chunk's last bar; NaN where there is no
   * ratio.
   */
  private readonly ratios: Float64Array;
  private readonly logRanges = new Float64Array(CHUNK_LENGTHS.length);
  private count = 0;

  constructor(private readonly window: number) {
    this.ratios = new Float64Array(CHUNK_LENGTHS.length * window);
  }

  push(r: number): void {
    const place = this.count % LONGEST_CHUNK;
    this.returns[place] = r;
    this.returns[place + LONGEST_CHUNK] = r;
    const slot = this.count % this.window;
    this.count += 1;
    for (let c = 0; c < CHUNK_LENGTHS.length; c++) {
      const length = CHUNK_LENGTHS[c]!;
      if (this.count >= length) this.ratios[c * this.window + slot] = this.chunkRatio(place, length);
    }
  }

  /** Sets `hurst`. At least `window` returns must have been pushed. */
  estimate(): void {
    for (let c = 0; c < CHUNK_LENGTHS.length; c++) {
      const meanRatio = this.meanRatio(c);
      if (!(meanRatio > 0)) {
        this.hurst = NO_TENDENCY;
        return;
      }
      this.logRanges[c] = log(meanRatio);
    }
    const y = this.logRanges;
    const meanLogRange = (y[0]! + y[1]! + y[2]! + y[3]!) / 4;
    let product = 0;
    for (let c = 0; c < CHUNK_LENGTHS.length; c++) product += CENTRED[c]! * (y[c]! - meanLogRange);
    this.hurst = product / SUM_OF_SQUARES;
  }

  /** The rescaled range of the `length` returns that end at `place`; NaN when they do not vary. */
  private chunkRatio(place: number, length: number): number {
    const { returns } = this;
    const end = place + LONGEST_CHUNK + 1;
    let sum = 0;
    for (let k = end - length; k < end; k++) sum += returns[k]!;
    const mean = sum / length;
    let walk = 0;
    let squares = 0;
    let largest = Number.NEGATIVE_INFINITY;
    let smallest = Number.POSITIVE_INFINITY;
    for (let k = end - length; k < end; k++) {
      const d = returns[k]! - mean;
      walk += d;
      squares += d * d;
      if (walk > largest) largest = walk;
      if (walk < smallest) smallest = walk;
    }
    const deviation = Math.sqrt(squares / length);
    return deviation === 0 ? Number.NaN : (largest - smallest) / deviation;
  }

  /** The mean of the window's ratios at one chunk length, oldest chunk first; NaN without one. */
  private meanRatio(c: number): number {
    const { window, ratios } = this;
    const length = CHUNK_LENGTHS[c]!;
    let sum = 0;
    let found = 0;
    for (let end = length; end <= window; end += length) {
      const ratio = ratios[c * window + ((this.count - 1 + end) % window)]!;
      if (Number.isNaN(ratio)) continue;
      sum += ratio;
      found += 1;
    }
    return sum / found;
  }
}
