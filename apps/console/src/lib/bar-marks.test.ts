import { expect, it } from 'vitest';
import { describeMarks, marksByBar, standingMarks } from './bar-marks';
import type { ChartMark } from './chart-data';

const mark = (timeMs: number, kind: ChartMark['kind'], side: ChartMark['side'] = 'long'): ChartMark => ({
  timeMs,
  kind,
  side,
  price: 2,
  text: '',
});

it('the weightiest of marks that would cover one another stands, one above and one below a bar', () => {
  const flips = [mark(61, 'exit', 'short'), mark(62, 'entry'), mark(63, 'exit'), mark(64, 'stop')];
  const standing = standingMarks(marksByBar([...flips, mark(5, 'entry'), mark(-1, 'entry')], [0, 60, 120]));
  expect(standing.map(({ bar, isBelow, mark: { kind } }) => [bar, isBelow, kind])).toEqual([
    [0, true, 'entry'],
    [1, true, 'entry'],
    [1, false, 'stop'],
  ]);
});

it('every mark of a bar is counted when it is pointed at', () => {
  const four = [mark(1, 'entry'), mark(2, 'exit'), mark(3, 'entry', 'short'), mark(4, 'exit', 'short')];
  expect(describeMarks(four)).toBe('long entry 2.0000, long exit 2.0000, short entry 2.0000 and 1 more');
  expect(describeMarks([])).toBe('');
});
