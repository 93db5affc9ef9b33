/**
 * Spot against perpetual: a basis that drifts between knots a few hours apart, and the funding rate that
 * follows from it by the venue's rule (average premium plus interest clamped to ±0.05 %).
 */
import { HOUR_MS } from '@platform/core';
import { mix, normal } from '../random';

const KNOT_MS = 4 * HOUR_MS;
const INTEREST = 0.0001;

/**
 * How far the perpetual trades above spot at a moment, as a fraction; neighbouring moments are answered from
 * memory.
 */
export class Basis {
  private knot = Number.NaN;
  private from = 0;
  private to = 0;

  constructor(private readonly symbolHash: number) {}

  at(timeMs: number): number {
    const position = timeMs / KNOT_MS;
    const knot = Math.floor(position);
    if (knot !== this.knot) {
      this.knot = knot;
      this.from = basisKnot(this.symbolHash, knot);
      this.to = basisKnot(this.symbolHash, knot + 1);
    }
    return this.from + (this.to - this.from) * (position - knot);
  }

  /** The funding rate that is settled at `timeMs`, to eight decimals as the venue prints it. */
  fundingRateAt(timeMs: number, intervalMs: number): number {
    let premium = 0;
    for (let i = 1; i <= 8; i++) premium += this.at(timeMs - (intervalMs * i) / 8) / 8;
    const correction = Math.max(-0.0005, Math.min(0.0005, INTEREST - premium));
    const rate = Math.max(-0.02, Math.min(0.02, premium + correction));
    return Math.round(rate * 1e8) / 1e8;
  }
}

function basisKnot(symbolHash: number, knot: number): number {
  const slow = Math.floor(knot / 90);
  const share = knot / 90 - slow;
  const hash = mix(symbolHash, 0xba515);
  const season = normal(hash, slow) * (1 - share) + normal(hash, slow + 1) * share;
  return 0.0001 + 0.0008 * season + 0.0002 * normal(mix(hash, 1), knot);
}
