import { BarSeries, HOUR_MS } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { type CommonParams, findStrategy } from '@platform/strategies';
import { expect, it } from 'vitest';
import { trialsOf } from './experiment';
import { Random } from './random';
import { countOf, paramsAt, parseSpace } from './space';
import { daysFrom, ROW_LENGTH, runTrial, type TrialMarket } from './trial';

const strategy = findStrategy('supertrend')!;

function parsed(given: object): CommonParams {
  const params = strategy.parse(given);
  if (!params.ok) throw new Error('parameters');
  return params.value;
}

function wandering(count: number): BarSeries {
  const random = new Random(7);
  const bars = new BarSeries(count);
  let close = 100;
  for (let i = 0; i < count; i++) {
    const open = close;
    close = open * (1 + 0.01 * random.normal());
    const [high, low] = [Math.max(open, close) * 1.003, Math.min(open, close) * 0.997];
    bars.append({ openTimeMs: i * HOUR_MS, open, high, low, close, volume: 1, takerBuyVolume: 0 });
  }
  return bars;
}

it('a sweep tries every set as it would be parsed, defaults included, but parses none of them again', () => {
  const space = parseSpace('atr_period=5:7,multiplier=1|2.5,allow_short=true|false');
  if (!space.ok) throw new Error(space.error);
  const axes = space.value;
  const bars = wandering(2_000);
  const firstBar = 37 * 7;
  let parses = 0;
  const counting = {
    ...strategy,
    parse: (input: unknown) => {
      parses += 1;
      return strategy.parse(input);
    },
  };
  const market: TrialMarket = {
    strategy: counting,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    bars,
    firstBar,
    settings: defaultSettings('BTCUSDT'),
    days: daysFrom(bars, firstBar, '1h'),
  };
  const run = trialsOf({ kind: 'sweep', axes }, [market]);
  const parsedBefore = parses;
  const rows = Array.from({ length: countOf(axes) }, (_, index) => {
    const [tried, expected] = [new Float64Array(ROW_LENGTH), new Float64Array(ROW_LENGTH)];
    run(index, tried);
    runTrial(market, parsed(paramsAt(axes, index)), expected);
    expect(tried).toEqual(expected);
    return tried.join();
  });
  expect(new Set(rows).size).toBe(rows.length);
  expect(parses).toBe(parsedBefore);
});
