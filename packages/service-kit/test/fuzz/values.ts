/** Values for a JSON schema: those it allows, and those that are wrong in one place or altogether. */
import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './description';

/** Text that has broken services before: NUL, lone surrogates, prototype names, invalid numbers. */
const NASTY_TEXT = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '-0',
  "'; --",
  '%00',
];
const NASTY: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  { toString: 1 },
  ...NASTY_TEXT,
];

export function valid(schema: JsonSchema): Arbitrary<unknown> {
  const { enum: words, const: literal, anyOf, type } = schema;
  if (Array.isArray(words)) return fc.constantFrom(...words);
  if (literal !== undefined) return fc.constant(literal);
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as JsonSchema[]).map(valid));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: lowest(schema), max: highest(schema) });
    case 'number':
      return fc.double({ min: lowest(schema), max: highest(schema), noNaN: true, minExcluded: true });
    case 'string':
      return text(schema);
    case 'array':
      return fc.array(valid(schema['items'] as JsonSchema), { maxLength: 4 });
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue();
  }
}

const lowest = (schema: JsonSchema) => Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1_000_000);
const highest = (schema: JsonSchema) => Number(schema['maximum'] ?? 1_000_000);

function text({ pattern, minLength, maxLength }: JsonSchema): Arbitrary<string> {
  if (typeof pattern === 'string') {
    // fast-check cannot look ahead: it makes the rest, and what the lookahead refuses is left out.
    const made = fc.stringMatching(new RegExp(pattern.replace(/\(\?=[^)]*\)/, '')));
    return made.filter((each) => new RegExp(pattern).test(each));
  }
  return fc.string({ minLength: Number(minLength ?? 0), maxLength: Math.min(Number(maxLength ?? 20), 20) });
}

function object(schema: JsonSchema): Arbitrary<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as string[];
  if (Object.keys(properties).length === 0) return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue());
  const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valid(each)]));
  return fc.record(members, { requiredKeys: required }) as Arbitrary<Record<string, unknown>>;
}

/** What the schema allows, the same wrong in one place, or something else altogether. */
export function almost(schema: JsonSchema): Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: valid(schema).chain(around) }, { weight: 1, arbitrary: nasty });
}

/** The value itself, or with one member dropped, replaced or added. */
export function around(value: unknown): Arbitrary<unknown> {
  return fc.oneof(
    fc.constant(value),
    fc.tuple(fc.nat(), nasty).map(([at, odd]) => spoil(value, at, odd)),
  );
}

export const nasty: Arbitrary<unknown> = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue());
export const nastyText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY_TEXT),
  fc.string({ maxLength: 40 }),
);

function spoil(value: unknown, at: number, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return odd;
  const names = Object.keys(value);
  const name = names[at % (names.length + 1)];
  if (name === undefined) return { ...value, no_such_field: odd };
  if (at % 3 === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  return { ...value, [name]: odd };
}
