import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RollingSum } from './rolling-sum';

it('RollingSum bounds its distance from the plain loop, and compares as that does, at ties too', () => {
  const values = fc.array(fc.oneof(fc.double({ min: 0, max: 1e12, noNaN: true }), fc.constantFrom(0, 1e-9)), {
    maxLength: 100,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), values, fc.boolean(), (length, xs, askEveryBar) => {
      const rolling = new RollingSum(length);
      xs.forEach((x, i) => {
        rolling.push(x);
        let sum = 0;
        for (const value of xs.slice(Math.max(0, i - length + 1), i + 1)) sum += value;
        expect(Math.abs(rolling.estimate - sum)).toBeLessThanOrEqual(rolling.error);
        const k = (x * length) / (sum || 1);
        const mean = rolling.settleMean(x, k);
        expect(x > k * mean).toBe(x > k * (sum / length));
        if (askEveryBar) expect(rolling.exact()).toBe(sum);
      });
    }),
  );
});
