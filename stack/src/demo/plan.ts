/**
 * What a newcomer finds: one bot that is never idle, three on markets of their own with simulated days behind
 * them, and runs to read.
 */
import type { BotCreateRequest } from '@platform/contracts';
import { SCRIPTED_SYMBOL } from './script';

/** The simulated wallet holds about 100,000 USDT: more than half is left for bots of your own. */
const ALLOCATION = { mode: 'usd', value: 10_000 } as const;

export const FAST_BOT: BotCreateRequest = {
  bot_name: 'Fast demo (scripted)',
  strategy: 'rsi_mean_reversion',
  symbol: SCRIPTED_SYMBOL,
  timeframe: '1m',
  params: { period: 2 },
  allocation: ALLOCATION,
  // It turns every few seconds and pays a fee each time: with orders this small they do not show in its
  // curve.
  sizing: { mode: 'fixed', value: 0.01 },
  candle_source: 'scripted',
};

const SIZED = { allocation: ALLOCATION, sizing: { mode: 'fixed', value: 0.2 } } as const;

/**
 * In the market with their first decision, within minutes; their bands are wide, so that fees do not eat
 * them.
 */
export const MARKET_BOTS: readonly DemoBot[] = [
  {
    bot_name: 'ETH trend',
    strategy: 'supertrend',
    symbol: 'ETHUSDT',
    timeframe: '1m',
    ...SIZED,
    params: { atr_period: 120, multiplier: 10 },
  },
  {
    bot_name: 'SOL trend',
    strategy: 'supertrend',
    symbol: 'SOLUSDT',
    timeframe: '1m',
    ...SIZED,
    params: { atr_period: 60, multiplier: 10 },
  },
  {
    bot_name: 'BTC trend',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '5m',
    ...SIZED,
    params: { atr_period: 30, multiplier: 6 },
  },
];

/** Before the start of each of them. */
export const SIMULATED_DAYS = 21;

/**
 * These days and the warm-up before them: what is fetched before the bots begin, so that the start does not
 * wait for the rest.
 */
export const RECENT_DAYS = SIMULATED_DAYS + 5;

type DemoBot = BotCreateRequest &
  Required<Pick<BotCreateRequest, 'strategy' | 'symbol' | 'timeframe' | 'params' | 'sizing'>>;

/** What the bot would have done on the days before its start, with its own sizes. */
export function simulatedDays({ strategy, symbol, timeframe, params, sizing }: DemoBot) {
  const size_hint = { kind: sizing.mode, value: sizing.value };
  return {
    strategy,
    symbol,
    timeframe,
    params: { size_hint, ...params },
    initial_equity_usd: String(ALLOCATION.value),
  };
}

export const BACKTESTS = [
  { strategy: 'ewmac', symbol: 'ETHUSDT', timeframe: '1h' },
  { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '8h' },
  { strategy: 'bollinger_breakout', symbol: 'SOLUSDT', timeframe: '1h' },
  { strategy: 'rsi_mean_reversion', symbol: 'BTCUSDT', timeframe: '15m' },
] as const;
