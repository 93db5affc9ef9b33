/**
 * The standard normal distribution, to about 1e-15, from the arithmetic that gives every platform the same
 * bits.
 */
import { exp } from '@platform/core';

const INVERSE_SQRT_TWO_PI = 0.3989422804014327;
/** From here on the tail is a continued fraction: the series would lose it in rounding. */
const TAIL_FROM = 3;
const FRACTION_TERMS = 160;
const NEWTON_STEPS = 60;

function density(x: number): number {
  return INVERSE_SQRT_TWO_PI * exp((-x * x) / 2);
}

/** The probability of a value below x. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x > TAIL_FROM) return 1 - upperTail(x);
  if (x < -TAIL_FROM) return upperTail(-x);
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-18 * Math.abs(sum); n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

function upperTail(x: number): number {
  let fraction = x;
  for (let n = FRACTION_TERMS; n > 0; n--) fraction = x + n / fraction;
  return density(x) / fraction;
}

/** The value below which a share `p` lies; minus and plus infinity for 0 and 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0)) return p === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (!(p < 1)) return p === 1 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  // Newton on a concave branch: from the left every step stays left of the root, so it cannot overshoot.
  let low = -40;
  let high = 0;
  let x = -1;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const error = normalCdf(x) - p;
    if (error > 0) high = x;
    else low = x;
    const newton = x - error / density(x);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (next === x) break;
    x = next;
  }
  return x;
}
