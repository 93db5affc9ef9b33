import { BarSeries, DAY_MS, firstBarFrom, HOUR_MS, type Timeframe, timeframeMs } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { trialsOf } from './experiment';
import { Random } from './random';
import { parseSpace } from './space';
import { daysFrom, ROW_LENGTH, runFrom, type TrialMarket } from './trial';
import {
  dailyFigures,
  idle,
  inSampleOf,
  runInSample,
  runOutOfSample,
  WalkForwardJudge,
  walkForwardRowLength,
} from './walk-forward';
import { cutWindows, type Window } from './windows';

const START_MS = Date.parse('2024-01-01T00:00:00Z');
const strategy = findStrategy('supertrend')!;
const params = (input: object) => {
  const parsed = strategy.parse(input);
  if (!parsed.ok) throw new Error('parameters');
  return parsed.value;
};

function wandering(count: number, timeframe: Timeframe = '1h', seed = 7): BarSeries {
  const random = new Random(seed);
  const bars = new BarSeries(count);
  let close = 100;
  for (let i = 0; i < count; i++) {
    const open = close;
    close = open * (1 + 0.01 * random.normal());
    const [high, low] = [Math.max(open, close) * 1.003, Math.min(open, close) * 0.997];
    const openTimeMs = START_MS + i * timeframeMs(timeframe);
    bars.append({ openTimeMs, open, high, low, close, volume: 1, takerBuyVolume: 0 });
  }
  return bars;
}

function marketOf(bars: BarSeries, firstBar: number, timeframe: Timeframe = '1h'): TrialMarket {
  const settings = defaultSettings('BTCUSDT');
  const days = daysFrom(bars, firstBar, timeframe);
  return { strategy, symbol: 'BTCUSDT', timeframe, bars, settings, firstBar, days };
}

const market = marketOf(wandering(24 * 150), 37 * 8);
const RULES = { trainDays: 40, testDays: 15, purgeBars: 37 * 8, isAnchored: false };
const windowsOf = (isAnchored: boolean) => {
  const cut = cutWindows(market.bars, '1h', market.firstBar, { ...RULES, isAnchored });
  if (!cut.ok) throw new Error(cut.error);
  return cut.value;
};

describe('the windows of a walk-forward', () => {
  it('walk-forward windows follow each other without gap or overlap of tests', () => {
    const windows = windowsOf(false);
    expect(windows).toHaveLength(5);
    windows.forEach((window, w) => {
      expect(window.trainToMs - window.trainFromMs).toBe(40 * DAY_MS);
      expect(window.testFromMs - window.trainToMs).toBeGreaterThanOrEqual(RULES.purgeBars * HOUR_MS);
      expect(window.testFromMs % DAY_MS).toBe(0);
      if (w > 0) expect(window.testFromMs).toBe(windows[w - 1]!.testToMs);
    });
    expect(windowsOf(true).map(({ trainFromMs }) => trainFromMs)).toEqual(
      new Array(5).fill(windows[0]!.trainFromMs),
    );
  });

  it.each([
    [{ trainDays: 400 }, /take 443 days; 137 can be traded/],
    [{ testDays: 60 }, /two tests of 60/],
  ])(
    'the windows of a walk-forward are refused for %j with what there is and what it takes',
    (changed, sentence) => {
      const cut = cutWindows(market.bars, '1h', market.firstBar, { ...RULES, ...changed });
      expect(cut).toMatchObject({ ok: false, error: expect.stringMatching(sentence) });
    },
  );
});

describe('a training window that is cut from one run over the whole span', () => {
  const sets = [
    { atr_period: 5, multiplier: 1 },
    { atr_period: 8, multiplier: 2 },
  ].map(params);

  /** The same window from a run of its own that ends with it: it cannot know a later bar. */
  function separately(set: (typeof sets)[number], { trainFromMs, trainToMs }: Window) {
    const end = firstBarFrom(market.bars, trainToMs);
    const result = runFrom(market, set, market.firstBar, end);
    const firstDay = Math.floor((market.bars.openTimeMs[market.firstBar]! + HOUR_MS - 1) / DAY_MS);
    return dailyFigures(
      result.dailyReturns.slice(trainFromMs / DAY_MS - firstDay, trainToMs / DAY_MS - firstDay),
    );
  }

  it.each([
    ['rolling', false],
    ['anchored', true],
  ])(
    'a training window cut from one run equals a separate run up to its end, to the last bit (%s)',
    (_, isAnchored) => {
      const windows = windowsOf(isAnchored);
      for (const set of sets) {
        const row = new Float64Array(walkForwardRowLength(windows));
        runInSample(market, set, windows, 'sharpe', row);
        windows.forEach((window, w) => {
          const { sharpe, cagr } = separately(set, window);
          expect(inSampleOf(row, w)).toEqual({ objective: sharpe, sharpe, cagr });
          expect(sharpe).not.toBeNaN();
        });
      }
    },
  );

  it('a training window cut from one run does not change when the bars after it do', () => {
    const windows = windowsOf(false);
    const fromBar = firstBarFrom(market.bars, windows[1]!.trainToMs);
    const bars = new BarSeries(0);
    Object.assign(bars, wandering(market.bars.length), { length: market.bars.length });
    for (let i = fromBar; i < bars.length; i++) {
      for (const column of ['open', 'high', 'low', 'close'] as const) bars[column][i]! *= 3;
    }
    const rowOf = (series: BarSeries) => {
      const row = new Float64Array(walkForwardRowLength(windows));
      runInSample({ ...market, bars: series }, sets[0]!, windows, 'totalReturn', row);
      return row;
    };
    const [before, after] = [rowOf(market.bars), rowOf(bars)];
    expect([0, 1].map((w) => inSampleOf(after, w))).toEqual([0, 1].map((w) => inSampleOf(before, w)));
    expect(inSampleOf(after, 3)).not.toEqual(inSampleOf(before, 3));
  });
});

describe('weekly bars', () => {
  const set = params({ atr_period: 5, multiplier: 2 });
  const firstBar = strategy.warmupBars(set, '1w') - 1;
  // They open on Mondays, as START_MS is one.
  const weekly = marketOf(wandering(700, '1w'), firstBar, '1w');
  const cut = (isAnchored: boolean) => {
    const rules = { trainDays: 364, testDays: 182, purgeBars: firstBar + 1, isAnchored };
    const windows = cutWindows(weekly.bars, '1w', firstBar, rules);
    if (!windows.ok) throw new Error(windows.error);
    return windows.value;
  };

  it.each([
    ['rolling', false],
    ['anchored', true],
  ])(
    'weekly bars are trained on in every window, with the returns of the weeks that end in it (%s)',
    (_, isAnchored) => {
      const windows = cut(isAnchored);
      const row = new Float64Array(walkForwardRowLength(windows));
      runInSample(weekly, set, windows, 'sharpe', row);
      const { points } = runFrom(weekly, set);
      windows.forEach(({ trainFromMs, trainToMs }, w) => {
        const days = new Float64Array((trainToMs - trainFromMs) / DAY_MS);
        for (let k = 0; k < points.length; k++) {
          const before = k === 0 ? weekly.settings.initialEquity : points.equity[k - 1]!;
          const day = (points.timeMs(k) - trainFromMs) / DAY_MS - 1;
          if (day >= 0 && day < days.length) days[day] = points.equity[k]! / before - 1;
        }
        const { sharpe, cagr } = dailyFigures(days);
        expect(inSampleOf(row, w)).toEqual({ objective: sharpe, sharpe, cagr });
        expect(sharpe).not.toBeNaN();
      });
      expect(windows.length).toBeGreaterThan(5);
    },
  );

  it.each([90, 30, 10])(
    'weekly bars are all traded in tests of %i days: none loses the week at its end',
    (testDays) => {
      const rules = { trainDays: 364, testDays, purgeBars: firstBar + 1, isAnchored: false };
      const windows = cutWindows(weekly.bars, '1w', firstBar, rules);
      if (!windows.ok) throw new Error(windows.error);
      const costless = { ...weekly, settings: { ...weekly.settings, takerFeeBps: 0, slippageBps: 0 } };
      let traded = 0;
      for (const window of windows.value) {
        const [first, end] = [window.testFromMs, window.testToMs].map((timeMs) =>
          firstBarFrom(weekly.bars, timeMs),
        );
        const { finalEquity, initialEquity } = runFrom(costless, set, first!, end!).performance;
        const { dailyReturns } = runOutOfSample(costless, set, window);
        const stitched = dailyReturns.reduce((equity, dailyReturn) => equity * (1 + dailyReturn), 1);
        expect(stitched).toBeCloseTo(finalEquity / initialEquity, 12);
        traded += end! - first!;
      }
      const [first, last] = [windows.value[0]!, windows.value.at(-1)!];
      expect(traded).toBe((last.testToMs - first.testFromMs) / timeframeMs('1w'));
    },
  );
});

describe('a test', () => {
  const window = windowsOf(false)[2]!;
  const set = params({ atr_period: 6, multiplier: 1.5 });

  it('a walk-forward test sees no bar of the training it was chosen on', () => {
    const bars = new BarSeries(0);
    Object.assign(bars, wandering(market.bars.length), { length: market.bars.length });
    for (let i = 0; i < firstBarFrom(bars, window.trainToMs); i++) {
      for (const column of ['open', 'high', 'low', 'close'] as const) bars[column][i]! *= 5;
    }
    expect(runOutOfSample({ ...market, bars }, set, window)).toEqual(runOutOfSample(market, set, window));
  });

  it('a walk-forward test has a return for every day, also where bars are missing at its ends', () => {
    const gap = new BarSeries(0);
    for (let i = 0; i < market.bars.length; i++) {
      const timeMs = market.bars.openTimeMs[i]!;
      const isMissing = timeMs >= window.testFromMs && timeMs < window.testFromMs + 2 * DAY_MS;
      if (!isMissing) gap.append(market.bars.at(i));
    }
    const { dailyReturns } = runOutOfSample({ ...market, bars: gap }, set, window);
    expect(dailyReturns).toHaveLength(15);
    expect([...dailyReturns.slice(0, 2)]).toEqual([0, 0]);
    expect(dailyReturns.some((value) => value !== 0)).toBe(true);
  });

  it('pays for closing what it still holds at its end', () => {
    const [first, end] = [window.testFromMs, window.testToMs].map((timeMs) =>
      firstBarFrom(market.bars, timeMs),
    );
    const { roundtrips, performance, dailyReturns } = runFrom(market, set, first!, end!);
    const open = roundtrips.at(roundtrips.length - 1);
    expect(open.exitTimeMs).toBeNull();
    const raw = dailyReturns.at(-1)!;
    // Four basis points of fee and one of slippage, of the notional at the last close.
    const cost = (open.quantity * market.bars.close[end! - 1]! * 0.0005) / performance.finalEquity;
    expect(runOutOfSample(market, set, window).dailyReturns.at(-1)).toBeCloseTo(
      (1 + raw) * (1 - cost) - 1,
      12,
    );
    expect(cost).toBeGreaterThan(1e-5);
  });
});

describe('the verdict on a walk-forward', () => {
  const parsed = parseSpace('atr_period=5:8,multiplier=1:3:0.5');
  const axes = parsed.ok ? parsed.value : [];
  const windows = windowsOf(false);
  const indices = Array.from({ length: 20 }, (_, k) => k);
  const run = trialsOf({ kind: 'walk_forward', axes, windows, objective: 'sharpe' }, [market]);
  const rows = indices.map((index) => {
    const row = new Float64Array(walkForwardRowLength(windows));
    run(index, row);
    return row;
  });

  const judgeOf = (given: readonly Float64Array[]) => {
    const judge = new WalkForwardJudge(axes, windows, given.length);
    given.forEach((row, index) => {
      judge.add(index, row);
    });
    return judge;
  };

  it('chooses the best of each training, stitches the tests and adds up to them', () => {
    const tests = windows.map((window) =>
      runOutOfSample(market, params({ atr_period: 6, multiplier: 2 }), window),
    );
    const verdict = judgeOf(rows).verdict(tests, 20);
    const product = verdict.windows.reduce((equity, each) => equity * (1 + each.outOfSample.totalReturn), 1);
    expect(verdict.stitched.curve.at(-1)).toBeCloseTo(product, 12);
    expect(verdict.stitched.curve).toHaveLength(75);
    const positive = verdict.windows.filter(({ outOfSample }) => outOfSample.totalReturn > 0).length;
    expect(verdict.consistency).toBe(positive / 5);
    verdict.windows.forEach(({ inSample }, w) => {
      for (const row of rows)
        expect(inSample!.objective).toBeGreaterThanOrEqual(inSampleOf(row, w).objective);
    });
    expect(verdict.overfitting).toBeDefined();
    expect(verdict.luck!.trialsEver).toBe(20);
  });

  it('a walk-forward trades nothing in a window where no set has the figure, and never chooses NaN', () => {
    const nan = rows.map((row) => row.slice());
    for (const row of nan) row[ROW_LENGTH + 3] = Number.NaN;
    nan[0]![ROW_LENGTH] = Number.NaN;
    const judge = judgeOf(nan);
    expect(judge.chosen[1]).toBeUndefined();
    expect(judge.chosen[0]).not.toBe(0);
    const verdict = judge.verdict(
      windows.map(() => idle(15)),
      1,
    );
    expect(verdict.windows[1]).toMatchObject({
      chosen: undefined,
      outOfSample: { totalReturn: 0, trades: 0 },
    });
    expect(verdict.consistency).toBe(0);
    expect(verdict.luck).toBeUndefined();
  });
});
