import { describe, expect, it } from 'vitest';
import { paramFields } from '../param-schema';
import { experimentChoice, experimentRequest, gridObstacle, trialCount } from './request';

const fields = paramFields({
  type: 'object',
  properties: {
    period: { type: 'integer', minimum: 2, maximum: 5_000, default: 10 },
    factor: { type: 'number', minimum: 0.5, maximum: 500, default: 3 },
  },
});
const chosen = (query: Record<string, string>) => experimentChoice(new URLSearchParams(query));
const axes = (ranges: object) => JSON.stringify(ranges);
const backtest = {
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  from_ts: 0,
  to_ts: 1,
  params: { period: 7 },
  allow_partial_data: true,
} as never;

describe('what an address asks for', () => {
  it('an address asks for a sweep by the Sharpe ratio unless it says otherwise', () => {
    expect(chosen({})).toMatchObject({ kind: 'sweep', objective: 'sharpe', limit: undefined, paths: 1_000 });
    expect(chosen({ kind: 'nonsense' }).kind).toBe('sweep');
    expect(chosen({ kind: 'walk_forward', train: '100' })).toMatchObject({ trainDays: 100, testDays: 90 });
  });

  it('an address names further symbols however they are separated', () => {
    expect(chosen({ others: ' ethusdt,, SOLUSDT ' }).otherSymbols).toEqual(['ETHUSDT', 'SOLUSDT']);
  });
});

it('a grid counts its combinations, or as many as its limit lets through', () => {
  const grid = { axes: axes({ period: ['5', '20', '5'], factor: ['1', '2', '0.5'] }) };
  expect(trialCount(chosen(grid), fields)).toBe(12);
  expect(trialCount(chosen({ ...grid, limit: '5' }), fields)).toBe(5);
  expect(trialCount(chosen({ ...grid, limit: '500' }), fields)).toBe(12);
});

it('the count of backtests is not known while a range is faulty', () => {
  expect(trialCount(chosen({ axes: axes({ period: ['20', '5', '1'] }) }), fields)).toBeNaN();
});

it('five backtests are counted for each path, and one for each symbol', () => {
  expect(trialCount(chosen({ kind: 'monte_carlo', paths: '200' }), fields)).toBe(1_000);
  expect(trialCount(chosen({ kind: 'multi_asset', others: 'ETHUSDT' }), fields)).toBe(2);
  expect(trialCount(chosen({ kind: 'ablation' }), fields)).toBe(6);
});

it('a grid that cannot be tried says why before anything is sent', () => {
  expect(gridObstacle(chosen({}), fields)).toContain('Vary one');
  expect(gridObstacle(chosen({ axes: axes({ period: ['1', '5', '1'] }) }), fields)).toContain('Period');
  const sound = { axes: axes({ period: ['5', '20', '5'] }) };
  expect(gridObstacle(chosen(sound), fields)).toBeNull();
  for (const limit of ['0', '-1', '1.5', 'x']) {
    expect(gridObstacle(chosen({ ...sound, limit }), fields), limit).toContain('whole number');
  }
});

it('a grid that is too large cannot be tried, unless a sample of it is enough', () => {
  const huge = { axes: axes({ period: ['2', '5000', '1'], factor: ['0.5', '500', '0.5'] }) };
  expect(gridObstacle(chosen(huge), fields)).toContain('give a limit');
  expect(gridObstacle(chosen({ ...huge, limit: '100' }), fields)).toBeNull();
});

it('an experiment without a grid has no fault of one', () => {
  expect(gridObstacle(chosen({ kind: 'ablation' }), fields)).toBeNull();
});

describe('the request', () => {
  const request = (query: Record<string, string>) => experimentRequest(chosen(query), fields, backtest);

  it('the request of a grid has ranges and an objective instead of parameters', () => {
    const grid = axes({ period: ['5', '20', '5'] });
    expect(request({ axes: grid, limit: '3' })).toMatchObject({
      kind: 'sweep',
      symbols: ['BTCUSDT'],
      grid: 'period=5:20:5',
      objective: 'sharpe',
      limit: 3,
    });
    expect(request({ axes: grid })).not.toHaveProperty('params');
    expect(request({ axes: grid })).not.toHaveProperty('limit');
    expect(request({ axes: grid })).not.toHaveProperty('allow_partial_data');
  });

  it('the request without a grid has the parameters, and what its kind asks for alone', () => {
    expect(request({ kind: 'multi_asset', others: 'ETHUSDT' })).toMatchObject({
      symbols: ['BTCUSDT', 'ETHUSDT'],
      params: { period: 7 },
    });
    expect(request({ kind: 'walk_forward', test: '30' })).toMatchObject({ train_days: 365, test_days: 30 });
    expect(request({ kind: 'monte_carlo' })).toMatchObject({ paths: 1_000 });
    for (const name of ['paths', 'grid', 'train_days']) {
      expect(request({ kind: 'ablation' })).not.toHaveProperty(name);
    }
  });
});
