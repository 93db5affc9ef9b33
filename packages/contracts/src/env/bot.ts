/** The bot service, one container per bot. It must never see an exchange key. */
import { defineEnv } from './define';

export const botEnv = defineEnv([
  {
    name: 'PLATFORM_BOT_ID',
    required: true,
    secret: false,
    description: 'UUID v7 of the bot, unique per container.',
  },
  {
    name: 'PLATFORM_BOT_DATABASE_URL',
    required: true,
    secret: true,
    description: 'DSN of the role platform_bot.',
  },
  {
    name: 'PLATFORM_BOT_BIND_ADDR',
    required: false,
    secret: false,
    default: '0.0.0.0:8084',
    description: 'Address and port to listen on.',
  },
  {
    name: 'PLATFORM_BOT_LOG_LEVEL',
    required: false,
    secret: false,
    default: 'info',
    description: 'trace, debug, info, warn, error or fatal.',
  },
  {
    name: 'PLATFORM_BOT_OPERATOR_TOKEN',
    required: false,
    secret: true,
    token: true,
    description: 'Guards the test route of a manual bot; absent or empty, it answers 503.',
  },
  {
    name: 'PLATFORM_DATA_BASE_URL',
    required: true,
    secret: false,
    description: 'Base URL of the data service, for warm-up.',
  },
  {
    name: 'PLATFORM_BOT_STRATEGY',
    required: false,
    secret: false,
    description: 'Registered strategy name, or manual for end-to-end tests.',
  },
  {
    name: 'PLATFORM_BOT_SYMBOL',
    required: false,
    secret: false,
    description: 'Trading pair, e.g. BTCUSDT.',
  },
  {
    name: 'PLATFORM_BOT_TIMEFRAME',
    required: false,
    secret: false,
    description: 'Candle time frame, e.g. 1h.',
  },
  {
    name: 'PLATFORM_BOT_PARAMS',
    required: false,
    secret: false,
    description: 'Strategy parameters as a JSON object, all of them; those of its configuration when absent.',
  },
  {
    name: 'PLATFORM_BOT_NETWORK',
    required: false,
    secret: false,
    default: 'testnet',
    description: 'testnet or prod; the default cannot touch real money.',
  },
  {
    name: 'PLATFORM_BOT_SHADOW',
    required: false,
    secret: false,
    default: 'false',
    description: 'true for the green side of a deploy: shadow lease, compare buffer, never an intent.',
  },
  {
    name: 'PLATFORM_BOT_CANDLE_SOURCE',
    required: false,
    secret: false,
    default: 'data-ws',
    description: 'data-ws (the bus) or scripted (end-to-end tests).',
  },
  {
    name: 'PLATFORM_BOT_SCRIPT',
    required: false,
    secret: false,
    description: 'Path of the fixture of the scripted source.',
  },
  {
    name: 'PLATFORM_BOT_SCRIPT_TICK_MS',
    required: false,
    secret: false,
    default: '1000',
    description: 'Pause between two candles of the scripted source.',
  },
  {
    name: 'PLATFORM_BOT_WARMUP_MODE',
    required: false,
    secret: false,
    default: 'strict',
    description: 'strict, or degraded: live without new entries when the warm-up is incomplete.',
  },
]);

/** A bot that finds one of these in its environment refuses to start. */
export const FORBIDDEN_BOT_VARIABLES = [
  'EXCHANGE_API_KEY',
  'EXCHANGE_API_SECRET',
  'EXCHANGE_SECRET_KEY',
  'EXCHANGE_TRADING_API_KEY',
  'EXCHANGE_TRADING_SECRET_KEY',
  'EXCHANGE_TESTNET_API_KEY',
  'EXCHANGE_TESTNET_API_SECRET',
  'EXCHANGE_TESTNET_SECRET',
  'EXCHANGE_TESTNET_SECRET_KEY',
] as const;
