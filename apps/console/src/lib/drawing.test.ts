import { expect, it } from 'vitest';
import { decisionMarks, drawnLines } from './drawing';

it('a strategy’s line is drawn only where the strategy had a value', () => {
  const [line] = drawnLines({
    ts: [1, 2, 3],
    lines: [{ title: 'VWAP', scale: 'price', values: [null, 5, 6] }],
  });
  expect(line).toEqual({ label: 'VWAP', ts: [2, 3], values: [5, 6], tone: 'second', isBelow: false });
});

it('each line of a strategy has a tone of its own', () => {
  const lines = ['a', 'b', 'c'].map((title) => ({ title, scale: 'price' as const, values: [1] }));
  expect(new Set(drawnLines({ ts: [1], lines }).map(({ tone }) => tone)).size).toBe(3);
});

it('what a strategy measures is drawn on a scale of its own below the price', () => {
  const lines = [
    { title: 'Slow average', scale: 'price' as const, values: [90] },
    { title: 'RSI', scale: 'own' as const, values: [31] },
  ];
  expect(drawnLines({ ts: [1], lines }).map(({ isBelow }) => isBelow)).toEqual([false, true]);
});

it('each decision is drawn with what was decided and why', () => {
  const marks = decisionMarks({
    decisions: [
      { ts: 7, target: -1, reason: 'trend_down' },
      { ts: 9, target: 0, reason: 'crossed_mean' },
    ],
  });
  expect(marks.map(({ timeMs, side, text }) => [timeMs, side, text])).toEqual([
    [7, 'short', 'short: trend down'],
    [9, 'long', 'flat: crossed mean'],
  ]);
});
