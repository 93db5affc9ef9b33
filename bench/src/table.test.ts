import { expect, it } from 'vitest';
import { formatTable } from './table';

it('a table shows every figure with its unit, and an aim that was missed in capitals', () => {
  const text = formatTable([
    { name: 'halt', value: 5_123.4, unit: 'ms', aim: '<= 7000', met: true },
    { name: 'speed', value: 0.12345, unit: 'M bars/s', ratio: 0.25, aim: 'ratio >= 0.33', met: false },
  ]);
  expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['name', 'value', 'unit', 'ratio', 'aim', 'met'],
    ['halt', '5,123', 'ms', '<= 7000', 'yes'],
    ['speed', '0.123', 'M bars/s', '0.25', 'ratio >= 0.33', 'NO'],
  ]);
});
