/** Numbers that look random and are the same everywhere for the same seeds. Not for secrets. */
export class Random {
  private state: number;

  /** One generator per path of an experiment: neighbouring seeds share nothing. */
  constructor(...seeds: readonly number[]) {
    this.state = seeds.reduce((state, seed) => mixed(state ^ Math.imul(seed + 1, 0x9e3779b1)), 0x6d2b79f5);
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    return (mixed(this.state) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Mean 0, variance 1, nearly normal: the sum of twelve even ones. */
  normal(): number {
    let sum = -6;
    for (let k = 0; k < 12; k++) sum += this.next();
    return sum;
  }
}

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
