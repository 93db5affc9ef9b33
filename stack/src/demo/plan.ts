/** What a newcomer finds: validated strategies on the three symbols they were validated for, one bot that is never idle, and runs to read. */
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
  candle_source: 'scripted',
};

const SLOW = { allocation: ALLOCATION, sizing: { mode: 'fixed', value: 0.05 } } as const;

export const SLOW_BOTS: readonly BotCreateRequest[] = [
  { bot_name: 'BTC trend', strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '8h', ...SLOW },
  { bot_name: 'ETH momentum', strategy: 'ewmac', symbol: 'ETHUSDT', timeframe: '1h', ...SLOW },
  { bot_name: 'SOL swing', strategy: 'psar', symbol: 'SOLUSDT', timeframe: '1d', ...SLOW },
];

export const BACKTESTS = [
  { strategy: 'ewmac', symbol: 'ETHUSDT', timeframe: '1h' },
  { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '8h' },
  { strategy: 'bollinger_breakout', symbol: 'SOLUSDT', timeframe: '1h' },
  { strategy: 'rsi_mean_reversion', symbol: 'BTCUSDT', timeframe: '15m' },
] as const;
