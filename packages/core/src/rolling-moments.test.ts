import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RollingMoments } from './rolling-moments';

/** The definition, to the letter of docs/strategies.md. */
function meanAndStd(window: readonly number[]): { mean: number; std: number } {
  let sum = 0;
  for (const x of window) sum += x;
  const mean = sum / window.length;
  let squares = 0;
  for (const x of window) {
    const d = x - mean;
    squares += d * d;
  }
  return { mean, std: Math.sqrt(squares / window.length) };
}

/** Every comparison a strategy makes with a window, as bits. */
function decisions(x: number, mean: number, std: number, kA: number, kB: number): string {
  const z = std === 0 ? 0 : (x - mean) / std;
  return [
    z > kA,
    z < -kA,
    Math.abs(z) < kB,
    x > mean + kA * std,
    x < mean - kA * std,
    kB === 0 && x > mean,
    kB === 0 && x < mean,
  ]
    .map(Number)
    .join('');
}

const prices = fc.oneof(
  fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 120 }),
  fc.array(fc.constantFrom(5, 5, 5, 5, 5, 5, 5, 5, 0.1), { minLength: 1, maxLength: 120 }),
  fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 120 }),
  fc.array(fc.constantFrom(0.1, 0.3, 43_251.1, 1e-9, 1e12), { minLength: 1, maxLength: 120 }),
  fc.array(fc.constantFrom(1e-200, 1e-160, 1e150, 1e160, 1e-310, 1), { minLength: 1, maxLength: 60 }),
  fc.array(fc.double({ min: -1e-3, max: 1e-3, noNaN: true }), { minLength: 1, maxLength: 120 }),
);

it('RollingMoments decides comparisons as two-pass loops do, on ordinary, tied, huge and tiny values', () => {
  const thresholds = fc.constantFrom([2, 0.5], [1, 0], [0, 0], [Math.SQRT1_2, 1], [2.5, 0]);
  const lengths = fc.integer({ min: 2, max: 25 });
  const strides = fc.integer({ min: 1, max: 9 }); // not every strategy looks at every bar
  fc.assert(
    fc.property(lengths, thresholds, prices, strides, (length, [kA, kB], xs, stride) => {
      const moments = new RollingMoments(length, kA!, kB!);
      xs.forEach((x, i) => {
        moments.push(x);
        if (!moments.isFull || i % stride !== 0) return;
        moments.settle();
        const { mean, std } = meanAndStd(xs.slice(i - length + 1, i + 1));
        expect(decisions(x, moments.mean, moments.std, kA!, kB!)).toBe(decisions(x, mean, std, kA!, kB!));
      });
    }),
    { numRuns: 1500 },
  );
});

it('RollingMoments recovers from values that overflow the squares once they have left the window', () => {
  const moments = new RollingMoments(3, 2, 0.5);
  for (const x of [1e200, 1, 2, 4]) moments.push(x);
  moments.settle();
  const { mean, std } = meanAndStd([1, 2, 4]);
  expect([moments.mean, moments.std]).toEqual([mean, std]);
});

it('RollingMoments recovers from a value that took digits from the sums', () => {
  const moments = new RollingMoments(3, 2, 0.5);
  for (const x of [1, 2, 4]) moments.push(x);
  moments.settle();
  for (const x of [1e6, 1.1, 2.2, 4.4]) moments.push(x);
  moments.settle();
  const { mean, std } = meanAndStd([1.1, 2.2, 4.4]);
  expect([moments.mean, moments.std]).toEqual([mean, std]);
});

it('RollingMoments does not let rounding errors add up', () => {
  const moments = new RollingMoments(3, 2, 0.5);
  // The sum is always close to 4.5, where doubles are 4 ε apart: 3 ε more round up to 4, one ε less to
  // nothing, three times over.
  const xs = [1.5, 1.75, 1.25];
  for (let i = 3; i < 300_000; i++)
    xs.push(xs[i - 3]! + (i % 4 === 0 ? 3 * Number.EPSILON : -Number.EPSILON));
  xs.forEach((x, i) => {
    moments.push(x);
    if (i >= 2) moments.settle();
  });
  const { mean, std } = meanAndStd(xs.slice(-3));
  expect(Math.abs(moments.mean - mean)).toBeLessThan(1e-12);
  expect(Math.abs(moments.std - std)).toBeLessThan(1e-12);
});
