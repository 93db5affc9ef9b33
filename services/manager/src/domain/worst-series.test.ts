import { expect, it } from 'vitest';
import { worstFirst } from './worst-series';

const series = (name: string, last: number, lastMs = 2_000) => ({
  name,
  ts: [1_000, lastMs],
  values: [5, last],
});
const NOTHING = { name: 'nothing', ts: [], values: [] };
const names = (isLow: boolean) =>
  worstFirst([NOTHING, series('ended', 99, 1_500), series('one', 1), series('three', 3)], isLow).map(
    ({ name }) => name,
  );

it('the highest or the lowest comes first, and what ended before the others comes last, however bad it was', () => {
  expect(names(false)).toEqual(['three', 'one', 'ended', 'nothing']);
  expect(names(true)).toEqual(['one', 'three', 'nothing', 'ended']);
});
