import { expect, it } from 'vitest';
import { aRun } from '../runs/run.fixture';
import { againAddress } from './again';

it('a run is repeated with its market, span, parameters and costs', () => {
  const costs = { initialEquity: 5000, takerFeeBps: 25, slippageBps: 7, sizing: 'full', stops: false };
  const run = aRun({
    costs,
    initialEquityUsd: '5000.00',
    fromTs: Date.UTC(2026, 0, 2),
    toTs: Date.UTC(2026, 1, 1),
  });
  const query = new URL(againAddress(run), 'http://console').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1h',
    params: '{"atr_period":10}',
    from: '2026-01-02',
    to: '2026-01-31',
    costs: '{"initialEquityUsd":"5000","takerFeeBps":"25","slippageBps":"7","level":"1"}',
  });
});
