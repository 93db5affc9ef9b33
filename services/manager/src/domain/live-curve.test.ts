import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { expect, it } from 'vitest';
import { curveFigures, type LiveBot, type LiveMark, type LiveRun, liveCurve, partMsOf } from './live-curve';

const bot = (botId: string, startedDay: number, over: Partial<LiveBot> = {}): LiveBot => ({
  botId,
  startedMs: startedDay * DAY_MS,
  endedMs: null,
  capital: 1_000,
  ...over,
});
const run = (runId: string, botId: string, initialEquity: number, equityBefore: number | null = null) => ({
  runId,
  botId,
  initialEquity,
  equityBefore,
});
const mark = (runId: string, day: number, equity: number) => ({ runId, bucketStartMs: day * DAY_MS, equity });
const curve = (bots: readonly LiveBot[], runs: readonly LiveRun[], marks: readonly LiveMark[]) =>
  liveCurve({ bots, runs, marks, bucketMs: DAY_MS });
const equities = (...args: Parameters<typeof curve>) => curve(...args).map(({ equity }) => equity);

it('the live curve counts the capital of a bot from its start, also before its first run', () => {
  const bots = [bot('a', 0), bot('b', 1), bot('c', 9)];
  expect(equities(bots, [run('a1', 'a', 1_000)], [mark('a1', 0, 1_010), mark('a1', 2, 1_020)])).toEqual([
    1_010, 2_020,
  ]);
});

it('the live curve leaves every earlier point as it was when another bot begins to trade', () => {
  const bots = [bot('a', 0), bot('b', 1)];
  const before = curve(bots, [run('a1', 'a', 1_000)], [mark('a1', 0, 1_010), mark('a1', 2, 1_020)]);
  const after = curve(
    bots,
    [run('a1', 'a', 1_000), run('b1', 'b', 1_000)],
    [mark('a1', 0, 1_010), mark('a1', 2, 1_020), mark('b1', 3, 990)],
  );
  expect(after.slice(0, 2)).toEqual(before);
  expect(after[2]!.equity).toBe(2_010);
});

it('the live curve takes neither a new bot for a gain nor a deleted one for a loss', () => {
  const bots = [bot('a', 0), bot('b', 1, { endedMs: 2 * DAY_MS })];
  const marks = [mark('a', 0, 900), mark('b', 1, 1_000), mark('a', 4, 900)];
  const points = curve(bots, [run('a', 'a', 1_000), run('b', 'b', 1_000)], marks);
  expect(points.map(({ equity }) => equity)).toEqual([900, 1_900, 900]);
  expect(points.map(({ drawdownPct }) => drawdownPct)).toEqual(
    [10, 10, 10].map((pct) => expect.closeTo(pct)),
  );
});

it('the live curve takes the new capital of a bot’s next run for what it is', () => {
  const points = curve(
    [bot('a', 0)],
    [run('a1', 'a', 1_000), run('a2', 'a', 1_000)],
    [mark('a1', 0, 950), mark('a2', 1, 1_000)],
  );
  expect(points.map(({ equity }) => equity)).toEqual([950, 1_000]);
  expect(points.map(({ drawdownPct }) => drawdownPct)).toEqual([5, 5].map((pct) => expect.closeTo(pct)));
});

it('the live curve has no peak between two bots that moved in the same bucket', () => {
  const points = curve(
    [bot('a', 0), bot('b', 0)],
    [run('a', 'a', 1_000), run('b', 'b', 1_000)],
    [mark('a', 0, 1_500), mark('b', 0, 500), mark('a', 1, 1_400), mark('b', 1, 500)],
  );
  expect(points.map(({ drawdownPct }) => drawdownPct)).toEqual([0, 5].map((pct) => expect.closeTo(pct)));
});

it('the live curve has its figures, however many points it has', () => {
  const marks = Array.from({ length: 200_000 }, (_, day) => mark('a', day, day % 2 === 0 ? 1_000 : 900));
  const points = curve([bot('a', 0)], [run('a', 'a', 1_000)], marks);
  expect(curveFigures(points, DAY_MS).maxDrawdownPct).toBeCloseTo(10);
});

it('the live curve is read in parts that grow with it, no shorter than its buckets and within days', () => {
  expect(partMsOf(200 * DAY_MS, MINUTE_MS)).toBe(HOUR_MS);
  expect(partMsOf(400 * DAY_MS, MINUTE_MS)).toBe(2 * HOUR_MS);
  expect(partMsOf(100_000 * DAY_MS, MINUTE_MS)).toBe(DAY_MS);
  expect(partMsOf(HOUR_MS, DAY_MS)).toBe(DAY_MS);
});

it('the live curve begins a span where its runs stood', () => {
  const [point] = curve([bot('a', 0)], [run('a', 'a', 1_000, 1_200)], [mark('a', 5, 1_150)]);
  expect(point!.equity).toBe(1_150);
  expect(point!.drawdownPct).toBeCloseTo((100 * 50) / 1_200);
});

it('the live curve has figures for more points than fit on a stack', () => {
  const marks = Array.from({ length: 300_000 }, (_, n) => mark('a', n, n === 1 ? 900 : 1_000));
  const points = curve([bot('a', 0)], [run('a', 'a', 1_000)], marks);
  const { maxDrawdownPct } = curveFigures(points, DAY_MS);
  expect(maxDrawdownPct).toBeCloseTo(10);
});

it('the live curve has no figures without points, and no growth without time', () => {
  expect(curveFigures([], DAY_MS)).toEqual({ sharpe: null, maxDrawdownPct: null, cagrPct: null });
  const one = curve([bot('a', 0)], [run('a', 'a', 1_000)], [mark('a', 0, 1_100)]);
  expect(curveFigures(one, DAY_MS)).toEqual({ sharpe: null, maxDrawdownPct: 0, cagrPct: null });
});
