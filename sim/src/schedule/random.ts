/** Draws that follow from a seed alone: the same seed gives the same schedule on every machine. */
export class Draws {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** In [0, 1). */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1));
  }

  isLucky(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.unit() * choices.length)]!;
  }
}
