import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CanonicalValue, canonicalJson } from './canonical-json';

it('canonical JSON sorts keys at every depth and writes no space', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
});

it('canonical JSON does not depend on the order of fields, and reads back as the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (fields) => {
      const reversed = Object.fromEntries(Object.entries(fields).reverse()) as Record<string, CanonicalValue>;
      expect(canonicalJson(reversed)).toBe(canonicalJson(fields));
      expect(JSON.parse(canonicalJson(fields))).toEqual({ ...fields });
    }),
  );
});

it('canonical JSON refuses numbers JSON cannot carry', () => {
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError);
});
