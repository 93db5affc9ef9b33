import { describe, expect, it } from 'vitest';
import { chartLines, WRITTEN } from './metric-lines';

const series = (labels: Record<string, string>, last = 1) => ({ labels, ts: [1, 2], values: [0, last] });
const NAMES = new Map([['b1', 'BTC trend']]);
const labels = (...all: ReturnType<typeof series>[]) =>
  chartLines(all, NAMES).lines.map(({ label }) => label);

describe('the lines of a metric', () => {
  it('the lines of a metric are the first that came, and the rest is counted', () => {
    const many = [9, 7, 5, 4, 3, 2, 1].map((last) => series({ code: `c${last}` }, last));
    const { lines, leftOut } = chartLines(many, NAMES);
    expect(lines.map(({ label }) => label)).toEqual(['c9', 'c7', 'c5', 'c4', 'c3']);
    expect(leftOut).toBe(2);
  });

  it('the lines of a metric are named by the labels that differ, else by their service', () => {
    const bot = (id: string) => series({ instance: id, job: 'bot', botId: id, slot: 'blue' });
    expect(labels(bot('b1'), bot('b2'))).toEqual(['BTC trend', 'b2']);
    expect(labels(series({ job: 'risk', breaker: 'vpin' }), series({ job: 'risk' }))).toEqual([
      'vpin',
      'risk',
    ]);
    expect(labels(series({ job: 'risk', breaker: 'vpin' }))).toEqual(['vpin']);
    expect(labels(series({}))).toEqual(['value']);
  });

  it('the lines of a metric leave out series without a sample', () => {
    expect(chartLines([{ labels: {}, ts: [], values: [] }], NAMES)).toEqual({ lines: [], leftOut: 0 });
  });
});

it.each([
  ['short', 0, '0'],
  ['short', 1_234.567, '1,234.57'],
  ['short', 0.000_123_4, '0.00012'],
  ['short', -2.8e-17, '0'],
  ['s', 0, '0 s'],
  ['s', 0.2345, '234.5 ms'],
  ['s', 0.000_049, '0.049 ms'],
  ['s', 1.4e-15, '0 s'],
  ['s', 12, '12 s'],
  ['s', 867.5, '14 min'],
  ['bytes', 0, '0 B'],
  ['bytes', 78_298_308_608, '72.92 GiB'],
  ['bytes', 1024 ** 6, '1,048,576 TiB'],
  ['currencyUSD', 5_987.841, '5,987.84 USD'],
  ['percentunit', 0.125, '12.5 %'],
] as const)('a figure of a metric in %s is written with its unit: %d is %s', (unit, value, expected) => {
  expect(WRITTEN[unit](value)).toBe(expected);
});
