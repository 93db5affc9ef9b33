import { expect, it } from 'vitest';
import { findSeriesFault } from './bar-check';
import { type Bar, BarSeries } from './series';

const sound: Bar = {
  openTimeMs: 60_000,
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 5,
  takerBuyVolume: 2,
};
const later = (change: Partial<Bar>): Bar => ({ ...sound, openTimeMs: 120_000, ...change });

const refused: readonly [string, Bar][] = [
  ['not_finite', later({ close: Number.NaN })],
  ['not_finite', later({ volume: Number.POSITIVE_INFINITY })],
  ['duplicate', later({ openTimeMs: 60_000 })],
  ['unsorted', later({ openTimeMs: 59_999 })],
  ['inverted', later({ high: 10.5 })],
  ['inverted', later({ low: 10.5 })],
  ['inverted', later({ high: 8, low: 9 })],
  ['not_positive', later({ low: 0 })],
  ['negative_volume', later({ volume: -1 })],
  ['negative_volume', later({ takerBuyVolume: -1 })],
];

it.each(refused)('the check of a series finds a bar that is %s', (kind, bar) => {
  const series = new BarSeries(4);
  series.append(sound);
  series.append(bar);
  expect(findSeriesFault(series)).toMatchObject({ kind, index: 1 });
});

it('the check of a series finds the first faulty bar', () => {
  const series = new BarSeries(4);
  for (const bar of [sound, later({}), later({ high: 1 }), later({ close: Number.NaN })]) series.append(bar);
  expect(findSeriesFault(series)).toMatchObject({ kind: 'duplicate', index: 2 });
  series.length = 2;
  expect(findSeriesFault(series)).toBeNull();
});
