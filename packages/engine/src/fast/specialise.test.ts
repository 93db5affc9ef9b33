import { describe, expect, it } from 'vitest';
import { specialise, specialisedPerLabel } from './specialise';

const double = (x: number) => x * 2;

describe('specialised loops', () => {
  it('specialised loops are one function per label, made once, each doing what the original does', () => {
    const copyFor = specialisedPerLabel(double);
    expect(copyFor('one')).toBe(copyFor('one'));
    expect(new Set([copyFor('one'), copyFor('another'), double]).size).toBe(3);
    expect(copyFor('one')(21)).toBe(42);
  });

  it('specialised loops survive a label that would end a comment, and the name helper of bundlers', () => {
    const withHelper = new Function(
      '__name',
      'return function double(x) { const twice = __name((y) => y * 2, "twice"); return twice(x); }',
    )((f: unknown) => f) as (x: number) => number;
    expect(specialise(withHelper, 'a */ throw 1; /*')(21)).toBe(42);
  });
});
