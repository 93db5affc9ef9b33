/**
 * Seeded randomness by hashing: any draw can be made without making the draws before it, and is the same on
 * every machine (32-bit integer arithmetic only). Nothing here is fit for secrets.
 */

/** Mixes one more 32-bit value into a hash. */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function hashText(seed: number, text: string): number {
  let h = mix(seed, text.length);
  for (let i = 0; i < text.length; i++) h = mix(h, text.charCodeAt(i));
  return h;
}

/** A number in [0, 1) that depends only on its arguments. */
export function unit(hash: number, value: number): number {
  return mix(hash, value) / 4_294_967_296;
}

/** A number of mean 0 and standard deviation 1 (sum of four uniform bytes, so within ±3.5). */
export function normal(hash: number, value: number): number {
  return bytesToNormal(mix(hash, value));
}

/** The sum of four uniform bytes has mean 510 and standard deviation 147.8. */
const NORMAL_SCALE = 1 / 147.8;

export function bytesToNormal(bits: number): number {
  return ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) * NORMAL_SCALE;
}

/** A stream of 32-bit draws, for loops where hashing a counter would be too slow. */
export class RandomStream {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  unit(): number {
    return this.next() / 4_294_967_296;
  }
}
