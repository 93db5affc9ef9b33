import { expect, test } from 'vitest';
import { equityLines, pastOf, simulatedTitle } from './simulated';

const DAY_MS = 86_400_000;
const days = (fromDay: number, toDay: number, sparkline: number[]) => ({
  runId: 'r',
  fromTs: fromDay * DAY_MS,
  toTs: toDay * DAY_MS,
  sparkline,
  returnPct: 100 * (sparkline.at(-1)! / sparkline[0]! - 1),
});
const point = (day: number, equityUsd: string) => ({ ts: day * DAY_MS, equityUsd, drawdownPct: 0.5 });
const simulated = (equity: Parameters<typeof equityLines>[0], ...past: ReturnType<typeof days>[]) =>
  equityLines(equity, { days: past, capitalUsd: 0 }).lines.find(({ tone }) => tone === 'reference');

test('simulated days end where trading begins, at what there was, and keep their shape', () => {
  const line = simulated([point(20, '40000')], days(0, 10, [10_000, 10_500, 9_800]))!;
  expect(line.ts[0]).toBe(0);
  expect(line.ts.at(-1)).toBe(10 * DAY_MS);
  expect(line.values[0]).toBe(40_200);
  expect(Math.max(...line.values)).toBe(40_700);
  expect(line.values.at(-1)).toBe(40_000);
});

test('several bots add up, each standing still before its first day and after its last', () => {
  const line = simulated([point(11, '1000')], days(0, 10, [100, 110]), days(5, 10, [200, 190]))!;
  expect(line.values[0]).toBe(1_000 - 10 + 10);
  expect(line.values.at(-1)).toBe(1_000);
  expect(line.ts.every((at, i) => i === 0 || at > line.ts[i - 1]!)).toBe(true);
});

test('nothing of a simulation stands on days that were traded', () => {
  expect(simulated([point(6, '500')], days(0, 10, [100, 150]))!.ts.at(-1)).toBeLessThan(6 * DAY_MS);
  expect(simulated([point(6, '500')], days(6, 10, [100, 150]))).toBeUndefined();
  expect(simulated([point(6, '500')])).toBeUndefined();
});

test('a simulation says that it is one, and of which days', () => {
  expect(simulatedTitle(days(0, 31, [1, 2]))).toBe('Simulated, not traded: 1970-01-01 to 1970-02-01');
});

const bots = [
  { botId: 'a', equityUsd: '10000', simulated: days(0, 10, [10_000, 10_100]) },
  { botId: 'b', equityUsd: '10000', simulated: null },
];

test('simulated days end at the capital of the bots before anything was traded', () => {
  const { lines, drawdown, isSimulated } = equityLines([], pastOf(bots, true));
  expect(lines.map(({ label }) => label)).toEqual(['Simulated days, USD']);
  expect(lines[0]!.values.at(-1)).toBe(20_000);
  expect([drawdown, isSimulated]).toEqual([undefined, true]);
});

test('traded days are a line of their own, and the drawdown is of that alone', () => {
  const equity = [point(30, '20100'), point(31, '20050')];
  const { lines, drawdown } = equityLines(equity, pastOf(bots, false));
  expect(lines.map(({ label }) => label)).toEqual(['Simulated days, USD', 'Equity, USD']);
  expect(lines[0]!.values.at(-1)).toBe(20_100);
  expect(lines[1]!.values).toEqual([20_100, 20_050]);
  expect(drawdown!.ts).toEqual([30 * DAY_MS, 31 * DAY_MS]);
});

test('one bot shows its own simulated days, one without any none, and what bots make changes no past', () => {
  expect(equityLines([], pastOf(bots, true, 'a')).lines[0]!.values.at(-1)).toBe(10_000);
  expect(equityLines([], pastOf(bots, true, 'b'))).toMatchObject({ lines: [], isSimulated: false });
  const richer = bots.map((bot) => ({ ...bot, equityUsd: '11000' }));
  expect(pastOf(richer, false)).toEqual(pastOf(bots, false));
});
