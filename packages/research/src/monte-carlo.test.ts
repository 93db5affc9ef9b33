import { BarSeries, HOUR_MS } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { trialsOf } from './experiment';
import {
  basePath,
  baseRunOf,
  METHODS,
  type Method,
  MonteCarloJudge,
  type MonteCarloRules,
  PATH_ROW_LENGTH,
} from './monte-carlo';
import { Random } from './random';
import { daysFrom, type TrialMarket } from './trial';
import { ablationsOf } from './variants';

const strategy = findStrategy('supertrend')!;
const parsed = strategy.parse({ atr_period: 5, multiplier: 1.5 });
if (!parsed.ok) throw new Error('parameters');
const params = parsed.value;

const bars = new BarSeries();
const random = new Random(3);
for (let i = 0, close = 100; i < 3_000; i++) {
  const open = close;
  close = open * (1 + 0.01 * random.normal());
  const [high, low] = [Math.max(open, close) * 1.002, Math.min(open, close) * 0.998];
  bars.append({ openTimeMs: i * HOUR_MS, open, high, low, close, volume: 1, takerBuyVolume: 0 });
}
const firstBar = 37 * 5 - 1;
const settings = defaultSettings('BTCUSDT');
const days = daysFrom(bars, firstBar, '1h');
const market: TrialMarket = { strategy, symbol: 'BTCUSDT', timeframe: '1h', bars, settings, firstBar, days };
const RULES: MonteCarloRules = {
  methods: METHODS,
  paths: 20,
  seed: 1,
  blockDays: 5,
  noise: 0.1,
  mostDelayBars: 3,
};

function rowsOf(changed: Partial<MonteCarloRules> = {}, on = market): Float64Array[] {
  const rules = { ...RULES, ...changed };
  const run = trialsOf({ kind: 'monte_carlo', params, rules }, [on]);
  return Array.from({ length: rules.methods.length * rules.paths }, (_, k) => {
    const row = new Float64Array(PATH_ROW_LENGTH);
    run(k, row);
    return row;
  });
}
const only = (method: Method, changed: Partial<MonteCarloRules> = {}) =>
  rowsOf({ methods: [method], ...changed });
const base = basePath(baseRunOf(market, params));

describe('Monte Carlo paths', () => {
  it('Monte Carlo paths are the same for the same seed in any order, and others for another', () => {
    const rows = rowsOf();
    const run = trialsOf({ kind: 'monte_carlo', params, rules: RULES }, [market]);
    for (const k of [99, 45, 0, 62]) {
      const row = new Float64Array(PATH_ROW_LENGTH);
      run(k, row);
      expect(row).toEqual(rows[k]);
    }
    for (const method of METHODS) expect(only(method, { seed: 2 })).not.toEqual(only(method));
  });

  it('Monte Carlo paths in another order of trades keep the final return and differ in drawdown', () => {
    const rows = only('trades');
    for (const row of rows) expect(row[0]).toBeCloseTo(base[0]!, 6);
    expect(new Set(rows.map((row) => row[1])).size).toBeGreaterThan(10);
  });

  it('Monte Carlo paths are the run itself without noise, delay or extra cost', () => {
    for (const row of [...only('noise', { noise: 0 }), ...only('delay', { mostDelayBars: 0 })]) {
      expect(row).toEqual(base);
    }
    const whole = only('days', { blockDays: 10_000 });
    for (const row of whole) expect(row[0]).toBeCloseTo(base[0]!, 9);
  });

  it('Monte Carlo paths lose by higher costs, always', () => {
    for (const row of only('costs')) expect(row[0]!).toBeLessThan(base[0]!);
  });

  it('Monte Carlo paths are summed up in percentiles that rise, and count paths that failed', () => {
    const rows = rowsOf();
    rows[0]!.fill(Number.NaN);
    const judge = new MonteCarloJudge(RULES, base);
    for (const row of rows) judge.add(row);
    const verdicts = judge.verdict();
    expect(verdicts.map(({ method }) => method)).toEqual(METHODS);
    expect(verdicts.map(({ failed }) => failed)).toEqual([1, 0, 0, 0, 0]);
    for (const { percentiles, fan, lossProbability } of verdicts) {
      expect(percentiles.totalReturn).toEqual([...percentiles.totalReturn].sort((a, b) => a - b));
      expect(fan.map(([first]) => first)).toEqual([1, 1, 1, 1, 1]);
      expect(lossProbability).toBeGreaterThanOrEqual(0);
    }
    expect(verdicts[0]!.percentiles.sharpe.every(Number.isNaN)).toBe(true);
  });
});

describe('an ablation', () => {
  const names = (changed: object = {}, on = settings) => {
    const set = strategy.parse({ ...params, ...changed });
    return ablationsOf(strategy, set.ok ? set.value : params, on).map(({ name }) => name);
  };

  it('switches each component off alone and leaves out what is off already', () => {
    expect(names()).toEqual(['whole', 'stop', 'sizing', 'shorting']);
    expect(names({ allow_short: false }, { ...settings, stops: false, sizing: 'full' })).toEqual(['whole']);
  });

  it('an ablation takes the components that a strategy declares in its schema', () => {
    const ewmac = findStrategy('ewmac')!;
    const defaults = ewmac.parse({});
    const variants = ablationsOf(ewmac, defaults.ok ? defaults.value : params, settings);
    expect(variants.at(-1)).toMatchObject({ name: 'entry', params: { entry: 0 } });
  });
});
