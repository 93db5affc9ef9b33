import { expect, it } from 'vitest';
import { fillMarks } from './fill-marks';

const fill = (leg: string | null, side: 'buy' | 'sell') => ({
  leg,
  side,
  price: '100',
  tradeTime: 1_000,
});

it('a mark takes the side of the position, whichever way the order went', () => {
  const marks = fillMarks([
    fill('entry', 'buy'),
    fill('sl', 'sell'),
    fill('entry', 'sell'),
    fill('flatten', 'buy'),
  ]);
  expect(marks.map(({ kind, side }) => `${kind} ${side}`)).toEqual([
    'entry long',
    'stop long',
    'entry short',
    'exit short',
  ]);
});
