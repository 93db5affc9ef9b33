import { BODY_SHAPE } from '@platform/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shapeFault, unstorableText } from './shape';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (count: number, item: string) => `[${Array(count).fill(item).join()}]`;
/** The same bounds, from the value. */
function measured(value: unknown, depth = 0): { depth: number; values: number } {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const parts = inner.map((each) => measured(each, depth + 1));
  return {
    depth: Math.max(depth, ...parts.map((part) => part.depth)),
    values: parts.reduce((sum, part) => sum + part.values, inner.length),
  };
}

it('a body may be as deep and as large as the contract says', () => {
  expect(shapeFault(nested(BODY_SHAPE.depth + 1))).toBeNull();
  expect(shapeFault(list(BODY_SHAPE.values, '{ }'))).toBeNull();
  for (const text of ['', 'null', '0', '"text"', '{}', ' [ ] ']) expect(shapeFault(text)).toBeNull();
});

it('a body beyond the bounds is refused, however far beyond', () => {
  expect(shapeFault(nested(BODY_SHAPE.depth + 2))).toContain('deeper');
  expect(shapeFault(nested(500_000))).toContain('deeper');
  expect(shapeFault(list(BODY_SHAPE.values + 1, '0'))).toContain('more than');
  const names = Object.fromEntries(Array.from({ length: BODY_SHAPE.values + 1 }, (_, i) => [`k${i}`, 0]));
  expect(shapeFault(JSON.stringify({ params: names }))).toContain('more than');
});

it('the shape of a body is that of its value, whatever its texts look like and however it is written', () => {
  const text = fc.oneof(fc.constantFrom('[', '{', ']', ',', '"', '\\'), fc.string());
  const leaves = fc.array(fc.oneof(text, fc.constant({}), fc.dictionary(text, text, { maxKeys: 3 })), {
    maxLength: 5,
  });
  const body = fc
    .tuple(leaves, fc.nat(20), fc.integer({ min: 1, max: 400 }))
    .map(([inner, levels, times]) => {
      let value: unknown = Array(times).fill(inner);
      for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
      return value;
    });
  fc.assert(
    fc.property(body, fc.constantFrom(undefined, 1, '\t'), (body, indent) => {
      const { depth, values } = measured(body);
      const isWithin = depth <= BODY_SHAPE.depth && values <= BODY_SHAPE.values;
      expect(shapeFault(JSON.stringify(body, null, indent)) === null).toBe(isWithin);
    }),
  );
});

it('text that the database cannot store is found, wherever it stands', () => {
  expect(unstorableText({ a: { b: ['fine', 'not\0fine'] } })).toBe('a/b/1');
  expect(unstorableText({ a: '\ud800' })).toBe('a');
  expect(unstorableText({ params: { '\0': 1 } })).toBe('params');
  expect(unstorableText({ a: 'smile 😀', b: 1, c: null })).toBeNull();
});
