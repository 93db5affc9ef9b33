/** What must hold for any span asked for and any part of it that is there. */
import { COVERAGE_GRADES } from '@platform/contracts';
import { BarSeries, type FundingSeries, HOUR_MS } from '@platform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_BAR, START_MS, scripted, settlements } from '../test/scripted';
import type { BacktestInput } from './backtest-input';
import { coverageOf, SETTLEMENT_WINDOW_MS } from './coverage';
import { refusalOf } from './coverage-grade';
import { defaultSettings } from './settings';

const CONSENT = '--allow-partial-data';
const HOURS = 600;

const hour = (n: number) => START_MS + n * HOUR_MS;

function barsAt(hours: readonly number[]): BarSeries {
  const bars = new BarSeries(hours.length);
  for (const n of hours) {
    const flat = { open: 100, high: 100, low: 100, close: 100, volume: 1, takerBuyVolume: 0.5 };
    bars.append({ openTimeMs: hour(n), ...flat });
  }
  return bars;
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Every eight hours, with the jitter of real stamps. */
const fundingAt = (windows: readonly number[]): FundingSeries =>
  settlements(...windows.map((n) => [START_MS + n * SETTLEMENT_WINDOW_MS + 3, 0.0001] as const));

interface Given {
  readonly hours: readonly number[];
  readonly windows?: readonly number[] | undefined;
  readonly from: number;
  readonly to: number;
  readonly slippageBps?: number;
  readonly symbol?: string;
}

function inputOf({ hours, windows, from, to, slippageBps, symbol = 'BTCUSDT' }: Given): BacktestInput {
  const settings = defaultSettings(symbol);
  return {
    strategy: scripted({}),
    params: { allow_short: true, size_hint: { kind: 'fixed', value: 1 } },
    symbol,
    timeframe: '1h',
    market: { bars: barsAt(hours), ...(windows && { funding: fundingAt(windows) }) },
    settings: slippageBps === undefined ? settings : { ...settings, slippageBps },
    span: { fromMs: hour(from), toMs: hour(to) },
  };
}

const ALL_WINDOWS = range(0, HOURS / 8);
const whole = { hours: range(0, HOURS), windows: ALL_WINDOWS, from: FIRST_BAR, to: HOURS };
const coverage = (given: Given) => coverageOf(inputOf(given));
const refusal = (given: Given) => refusalOf(coverage(given), CONSENT);

describe('the coverage of a backtest', () => {
  it('coverage is an A without reasons when nothing is missing and the slippage is our estimate', () => {
    expect(coverage(whole)).toEqual({
      grade: 'A',
      reasons: [],
      askedFromMs: hour(FIRST_BAR),
      askedToMs: hour(HOURS),
      usedFromMs: hour(FIRST_BAR),
      usedToMs: hour(HOURS),
      barsExpected: HOURS - FIRST_BAR,
      barsFound: HOURS - FIRST_BAR,
      barsMissing: 0,
      warmupBars: FIRST_BAR + 1,
      warmupBarsEaten: 0,
      warmupBarsMissing: 0,
      auxiliaryBarsExpected: 0,
      auxiliaryBarsFound: 0,
      fundingGiven: true,
      // The first window of the span begins at hour 40.
      settlementsExpected: 70,
      settlementsFound: 70,
      slippageBps: 1,
      slippageSource: 'estimate',
    });
  });

  it('coverage of three weeks within eleven years is refused, with both spans and the remedy', () => {
    const given = { ...whole, from: -40_000, to: 50_000 };
    expect(coverage(given)).toMatchObject({
      grade: 'F',
      usedFromMs: hour(FIRST_BAR),
      warmupBarsEaten: FIRST_BAR,
    });
    const { message, end } = refusal(given)!;
    expect(end).toBe('to');
    expect(message).toContain('600 of the 90000 bars');
    expect(message).toContain('Asked: 2021-06-09 08:00 to 2031-09-15 08:00 UTC');
    expect(message).toContain('can be traded: 2026-01-02 12:00 to 2026-01-26 00:00 UTC');
    expect(message).toContain('backfill');
    expect(message).toContain(CONSENT);
  });

  it('the coverage of a backtest says how many bars of the span a short history spends on its warm-up', () => {
    const given = { ...whole, from: 0 };
    expect(coverage(given)).toMatchObject({
      grade: 'D',
      warmupBarsEaten: FIRST_BAR,
      usedFromMs: hour(FIRST_BAR),
      barsMissing: 0,
      reasons: ['The first 36 bars of the span only warmed up: too few bars were known before it.'],
    });
    expect(refusal({ ...given, hours: range(0, 300), to: 300 })).toMatchObject({ end: 'from' });
    expect(refusal({ ...given, hours: range(0, FIRST_BAR), to: FIRST_BAR })?.message).toContain('none of it');
  });

  it('coverage counts no settlement from outside the span, and refuses one that funding half covers', () => {
    const early = { ...whole, windows: range(-5_000, -4_000) };
    expect(coverage(early)).toMatchObject({ grade: 'F', settlementsExpected: 70, settlementsFound: 0 });
    expect(refusal(early)?.message).toContain('0 of the 70 funding settlements');
    const half = { ...whole, windows: ALL_WINDOWS.slice(40) };
    expect(coverage(half)).toMatchObject({ grade: 'D', settlementsFound: 35 });
    expect(refusal(half)).toBeNull();
    expect(refusal({ ...whole, windows: ALL_WINDOWS.slice(41) })).not.toBeNull();
  });

  it('coverage without any settlements is an F that says so, and is left to its caller', () => {
    const given = { ...whole, windows: undefined };
    expect(coverage(given)).toMatchObject({
      grade: 'F',
      reasons: ['No funding settlements were given: funding is missing from the costs.'],
    });
    expect(refusal(given)).toBeNull();
  });

  it('coverage distinguishes an estimate of slippage, an assumption and what the caller gave', () => {
    expect(coverage({ ...whole, symbol: 'XRPUSDT' })).toMatchObject({
      grade: 'B',
      slippageSource: 'default',
    });
    expect(coverage({ ...whole, slippageBps: 2 })).toMatchObject({ grade: 'A', slippageSource: 'given' });
    expect(coverage({ ...whole, slippageBps: 0 })).toMatchObject({
      grade: 'C',
      slippageSource: 'given_below_estimate',
    });
  });

  it('the coverage of a backtest counts the bars of a further series that are missing', () => {
    const input = inputOf(whole);
    const withSpot = (hours: readonly number[]) =>
      coverageOf({ ...input, market: { ...input.market, spot: barsAt(hours) } });
    expect(withSpot(whole.hours)).toMatchObject({ grade: 'A', auxiliaryBarsExpected: HOURS - FIRST_BAR });
    const thin = withSpot(range(500, HOURS));
    expect(thin).toMatchObject({ grade: 'F', auxiliaryBarsFound: 100 });
    expect(refusalOf(thin, CONSENT)).not.toBeNull();
  });

  const subset = (of: readonly number[]) => fc.subarray([...of], { minLength: 1 });
  const scenario = fc.record({
    hours: fc.oneof(
      subset(whole.hours),
      fc
        .tuple(fc.nat(HOURS - 1), fc.nat(HOURS))
        .map(([from, count]) => range(from, Math.min(HOURS, from + 1 + count))),
      fc.subarray(range(0, HOURS), { minLength: HOURS - 12 }),
    ),
    windows: fc.option(subset(ALL_WINDOWS), { nil: undefined }),
    from: fc.integer({ min: -200, max: HOURS - 1 }),
    to: fc.integer({ min: -199, max: HOURS + 200 }),
    slippageBps: fc.constantFrom(0, 1, 7),
  });

  it('coverage adds up, keeps its spans apart, and is refused exactly for an F for want of data', () => {
    fc.assert(
      fc.property(
        scenario.filter(({ from, to }) => from < to),
        (given) => {
          const facts = coverage(given);
          expect(facts.barsFound + facts.barsMissing).toBe(facts.barsExpected);
          expect(facts.barsExpected).toBe(given.to - given.from);
          expect(facts.barsFound).toBe(given.hours.filter((n) => n >= given.from && n < given.to).length);
          expect(facts.warmupBarsEaten).toBeLessThanOrEqual(facts.barsFound);
          expect(facts.settlementsFound).toBeLessThanOrEqual(facts.settlementsExpected);
          expect(facts.reasons.length === 0).toBe(facts.grade === 'A');
          const unfunded =
            facts.settlementsFound < 0.5 * facts.settlementsExpected && given.windows === undefined;
          const refused = refusal(given) !== null;
          if (refused) expect(facts.grade).toBe('F');
          if (facts.grade === 'F') expect(refused || unfunded).toBe(true);
        },
      ),
    );
  });

  it('coverage is never better with a bar or a settlement less', () => {
    fc.assert(
      fc.property(
        scenario.filter(({ from, to, hours }) => from < to && hours.length > 1),
        fc.nat(),
        (given, place) => {
          const before = COVERAGE_GRADES.indexOf(coverage(given).grade);
          const without = <T>(list: readonly T[]) => list.toSpliced(place % list.length, 1);
          // Fewer bars may also leave fewer settlements to know, so only the bars' own grade is compared.
          const funded = { ...given, windows: ALL_WINDOWS };
          const whole = COVERAGE_GRADES.indexOf(coverage(funded).grade);
          expect(
            COVERAGE_GRADES.indexOf(coverage({ ...funded, hours: without(given.hours) }).grade),
          ).toBeGreaterThanOrEqual(whole);
          const windows = given.windows && without(given.windows);
          expect(COVERAGE_GRADES.indexOf(coverage({ ...given, windows }).grade)).toBeGreaterThanOrEqual(
            before,
          );
        },
      ),
    );
  });
});
