import { expect, it } from 'vitest';
import { leaseKey, shadowLeaseKey } from './leases';

it('lease keys are even and fit a PostgreSQL bigint together with their shadow', () => {
  const largest = leaseKey(new Uint8Array(8).fill(0xff));
  expect(largest).toBe(2n ** 63n - 2n);
  expect(shadowLeaseKey(largest)).toBe(2n ** 63n - 1n);
  expect(leaseKey(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1))).toBe(0n);
});

it('lease keys refuse a digest that is too short', () => {
  expect(() => leaseKey(new Uint8Array(7))).toThrow(RangeError);
});
