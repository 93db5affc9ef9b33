import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CanonicalValue, canonicalJson } from './canonical-json';

describe('canonical JSON', () => {
  it('sorts keys at every depth and writes no space', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    );
  });

  it('does not depend on the order in which fields were set, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (fields) => {
        const reversed = Object.fromEntries(Object.entries(fields).reverse()) as Record<
          string,
          CanonicalValue
        >;
        expect(canonicalJson(reversed)).toBe(canonicalJson(fields));
        expect(JSON.parse(canonicalJson(fields))).toEqual({ ...fields });
      }),
    );
  });

  it('refuses numbers JSON cannot carry', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError);
  });
});
