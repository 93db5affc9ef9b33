import { expect, it } from 'vitest';
import { faultOf, initialTexts, paramFields, paramsOf, textsObject, textsOf } from './param-schema';

const SCHEMA = {
  type: 'object',
  properties: {
    period: { type: 'integer', minimum: 2, maximum: 200, default: 10, description: 'Bars of the average' },
    multiplier: { type: 'number', exclusiveMinimum: 0, maximum: 10, default: 3 },
    source: { type: 'string', enum: ['close', 'hl2'], default: 'close' },
    side: { anyOf: [{ const: 'both' }, { const: 'long' }], default: 'both' },
    flip: { type: 'boolean', default: true },
  },
};
const fields = paramFields(SCHEMA);
const field = (name: string) => fields.find((each) => each.name === name)!;

it('a schema becomes one field per parameter, filled with its defaults', () => {
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'period integer',
    'multiplier number',
    'source choice',
    'side choice',
    'flip switch',
  ]);
  expect(field('period').range).toBe('2 to 200');
  expect(field('side').choices).toEqual(['both', 'long']);
  expect(paramsOf(fields, initialTexts(fields))).toEqual({
    period: 10,
    multiplier: 3,
    source: 'close',
    side: 'both',
    flip: true,
  });
});

it('a value that the schema refuses is a fault of the field before it is sent', () => {
  expect(faultOf(field('period'), '2')).toBeNull();
  expect(faultOf(field('period'), '1')).toBe('Must be 2 to 200');
  expect(faultOf(field('period'), '2.5')).toBe('A whole number is needed');
  expect(faultOf(field('period'), ' ')).toBe('A number is needed');
  expect(faultOf(field('multiplier'), '0')).toBe('Must be 0 to 10');
  expect(faultOf(field('source'), 'open')).toBe('Choose one');
});

it('fields of an object go back into it, and an optional one may stay empty', () => {
  const nested = paramFields({
    properties: {
      scalar: { type: 'number' },
      size_hint: {
        title: 'Size hint',
        required: ['value'],
        properties: { value: { type: 'number', default: 0.4 } },
      },
    },
    required: ['size_hint'],
  });
  expect(nested.map(({ name, label }) => [name, label])).toEqual([
    ['scalar', 'Scalar'],
    ['size_hint/value', 'Size hint: Value'],
  ]);
  expect(faultOf(nested[0]!, '')).toBeNull();
  expect(paramsOf(nested, initialTexts(nested))).toEqual({ size_hint: { value: 0.4 } });
  expect(textsOf(nested, { size_hint: { value: 2 } })).toEqual({ scalar: '', 'size_hint/value': '2' });
});

it('texts survive the way through the address as they were typed', () => {
  const typed = { ...initialTexts(fields), period: '', multiplier: '2.', side: 'long' };
  const address = JSON.stringify(textsObject(fields, typed));
  expect(address).toBe('{"period":"","multiplier":"2.","side":"long"}');
  expect(textsOf(fields, JSON.parse(address))).toEqual(typed);
  const nested = paramFields({
    properties: { hint: { properties: { value: { type: 'number', default: 1 } } } },
  });
  expect(textsObject(nested, { 'hint/value': '2' })).toEqual({ hint: { value: '2' } });
});
