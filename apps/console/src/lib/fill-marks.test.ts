import { expect, it } from 'vitest';
import { fillMarks } from './fill-marks';

const fill = (leg: string | null, side: 'buy' | 'sell') => ({
  leg,
  side,
  qty: '0.50',
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
  expect(marks.map(({ kind, side, text }) => `${kind} ${side} ${text}`.trim())).toEqual([
    'entry long 0.5',
    'stop long',
    'entry short 0.5',
    'exit short',
  ]);
});
