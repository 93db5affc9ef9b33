import { BODY_SHAPE } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { shapeFault, unstorableText } from './shape';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('the shape of a body', () => {
  it('may be as deep and as large as the contract says', () => {
    expect(shapeFault(nested(BODY_SHAPE.depth))).toBeNull();
    expect(shapeFault(Array(BODY_SHAPE.values).fill({}))).toBeNull();
    for (const value of [undefined, null, 0, 'text', {}, []]) expect(shapeFault(value)).toBeNull();
  });

  it('is refused beyond, however far beyond', () => {
    expect(shapeFault(nested(BODY_SHAPE.depth + 2))).toContain('deeper');
    expect(shapeFault(nested(400_000))).toContain('deeper');
    expect(shapeFault(Array(BODY_SHAPE.values + 1).fill(0))).toContain('more than');
    const names = Object.fromEntries(Array.from({ length: BODY_SHAPE.values + 1 }, (_, i) => [`k${i}`, 0]));
    expect(shapeFault({ params: names })).toContain('more than');
  });

  it('is judged without looking at more than the bound allows', () => {
    let looked = 0;
    const counting = (value: unknown[]) =>
      new Proxy(value, {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1;
          return Reflect.get(target, name);
        },
      });
    expect(shapeFault(counting(Array(100_000).fill({})))).not.toBeNull();
    expect(looked).toBeLessThanOrEqual(BODY_SHAPE.values);
  });
});

it('finds text that the database cannot store, wherever it stands', () => {
  expect(unstorableText({ a: { b: ['fine', 'not\0fine'] } })).toBe('a/b/1');
  expect(unstorableText({ a: '\ud800' })).toBe('a');
  expect(unstorableText({ params: { '\0': 1 } })).toBe('params');
  expect(unstorableText({ a: 'smile 😀', b: 1, c: null })).toBeNull();
});
