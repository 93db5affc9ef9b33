import { describe, expect, it } from 'vitest';
import { curveGapPct, sameSpanBacktest } from './parity';
import { aCurve } from './runs/run.fixture';

const HOUR = 3_600_000;
const run = {
  strategy: 'psar',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  params: { af_max: 0.3 },
  initialEquityUsd: '2000',
};
const sizing = { mode: 'fixed', value: 0.5 };

describe('the backtest of a live run', () => {
  it('the backtest of a live run covers its span in whole bars, with its parameters, sizing and capital', () => {
    expect(sameSpanBacktest(run, { ts: [HOUR + 5, 9 * HOUR + 7] }, sizing)).toEqual({
      strategy: 'psar',
      symbol: 'BTCUSDT',
      timeframe: '1h',
      from_ts: HOUR,
      to_ts: 9 * HOUR,
      params: { size_hint: { kind: 'fixed', value: 0.5 }, af_max: 0.3 },
      initial_equity_usd: '2000',
    });
  });

  it('the backtest of a live run does not exist before a whole bar has passed', () => {
    expect(sameSpanBacktest(run, { ts: [] }, sizing)).toBeNull();
    expect(sameSpanBacktest(run, { ts: [HOUR + 5, HOUR + 7] }, sizing)).toBeNull();
  });
});

it('the gap between two curves is measured at the last moment that both know', () => {
  const live = aCurve([
    [0, 100],
    [1, 110],
    [5, 999],
  ]);
  const backtest = aCurve([
    [0, 100],
    [2, 100],
  ]);
  expect(curveGapPct(live, backtest)).toBeCloseTo(10);
});

it('the gap between two curves is unknown when they share no moment', () => {
  expect(curveGapPct(aCurve([]), aCurve([[0, 1]]))).toBeNull();
});
