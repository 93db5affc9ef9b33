import { expect, it } from 'vitest';
import { storedRange } from '../history';
import {
  type BacktestChoice,
  chosenSpan,
  costsFrom,
  coverageText,
  DEFAULT_COSTS,
  faultsOf,
  toRequest,
  written,
} from './form';

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2025-01-01T06:00Z');

const stored = storedRange(
  [
    {
      source: 'klines',
      symbol: 'BTCUSDT',
      market: 'perp',
      timeframe: '1h',
      gaps: [],
      earliest: FIRST_MS,
      latest: FIRST_MS + 10 * DAY_MS,
      rowCount: 241,
      gapCount: 0,
    },
  ],
  'BTCUSDT',
  '1h',
)!;

const choice: BacktestChoice = {
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  params: { atr_period: 10 },
  fromDay: '2024-06-01',
  toDay: '2025-01-03',
  initialEquityUsd: '10000',
  takerFeeBps: '',
  slippageBps: '2.5',
  level: '2',
  allowsPartialData: false,
};

it('the backtest form keeps the span within what is stored and includes its last day', () => {
  expect(chosenSpan(choice, stored)).toEqual({ fromMs: FIRST_MS, toMs: Date.parse('2025-01-04T00:00Z') });
});

it('the backtest form names each field that cannot be sent', () => {
  const wrong = { ...choice, fromDay: '2025-01-05', slippageBps: '-1', initialEquityUsd: 'x' };
  expect(faultsOf(wrong, stored).map(({ field }) => field)).toEqual([
    'toDay',
    'initialEquityUsd',
    'slippageBps',
  ]);
  expect(faultsOf(choice, stored)).toEqual([]);
  expect(faultsOf(choice, null)[0]!.field).toBe('symbol');
});

it('the backtest form keeps costs in the address as they are typed, emptied fields included', () => {
  const typed = { ...DEFAULT_COSTS, initialEquityUsd: '', takerFeeBps: '2.' };
  expect(costsFrom(written(typed, DEFAULT_COSTS))).toEqual(typed);
  expect(written(DEFAULT_COSTS, DEFAULT_COSTS)).toBe('');
  expect(costsFrom('{"level":"9"')).toEqual(DEFAULT_COSTS);
  expect(costsFrom('{"level":"9","takerFeeBps":7}')).toEqual(DEFAULT_COSTS);
});

it('the backtest form asks for a run on partial data only when the box is ticked', () => {
  expect(toRequest(choice, stored)).not.toHaveProperty('allow_partial_data');
  expect(toRequest({ ...choice, allowsPartialData: true }, stored)).toMatchObject({
    allow_partial_data: true,
  });
});

it('the backtest form says what a run would stand on, and rounds the share down', () => {
  expect(coverageText(1_799, 2_000)).toContain('1,799 of 2,000 bars (89 %)');
  expect(coverageText(0, 0)).toContain('0 of 0 bars (0 %)');
});

it('the backtest form leaves out what the platform has a default for', () => {
  const request = toRequest(choice, stored);
  expect(request).toMatchObject({ costs: { slippage_bps: 2.5 }, level: 2, from_ts: FIRST_MS });
  expect(request.costs).not.toHaveProperty('taker_fee_bps');
  expect(toRequest({ ...choice, slippageBps: '', level: '' }, stored)).not.toHaveProperty('costs');
});
