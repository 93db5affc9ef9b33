/** The data service. Its exchange keys are read-only: a key that can withdraw refuses the start. */
import { defineEnv } from './define';

export const dataEnv = defineEnv([
  {
    name: 'DATABASE_URL',
    required: true,
    secret: true,
    description: 'DSN of the role platform_data_writer.',
  },
  {
    name: 'PLATFORM_DATA_BIND_ADDR',
    required: false,
    secret: false,
    default: '0.0.0.0:8081',
    description: 'Address and port to listen on.',
  },
  {
    name: 'PLATFORM_DATA_LOG_LEVEL',
    required: false,
    secret: false,
    default: 'info',
    description: 'trace, debug, info, warn, error or fatal.',
  },
  {
    name: 'PLATFORM_DATA_OPERATOR_TOKEN',
    required: false,
    secret: true,
    description: 'Operator token of the data service; absent or empty, its guarded routes answer 503.',
  },
  {
    name: 'EXCHANGE_SPOT_REST_URL',
    required: false,
    secret: false,
    description: 'Overrides the spot REST endpoint of the exchange.',
  },
  {
    name: 'EXCHANGE_SPOT_WS_URL',
    required: false,
    secret: false,
    description: 'Overrides the spot WebSocket endpoint of the exchange.',
  },
  {
    name: 'EXCHANGE_FUTURES_REST_URL',
    required: false,
    secret: false,
    description: 'Overrides the futures REST endpoint of the exchange.',
  },
  {
    name: 'EXCHANGE_FUTURES_WS_URL',
    required: false,
    secret: false,
    description: 'Overrides the futures WebSocket endpoint of the exchange.',
  },
  {
    name: 'PLATFORM_DATA_EXCHANGE_API_KEY',
    required: false,
    secret: true,
    description: 'Read-only exchange key.',
  },
  {
    name: 'PLATFORM_DATA_EXCHANGE_API_SECRET',
    required: false,
    secret: true,
    description: 'Secret of the read-only exchange key.',
  },
  {
    name: 'PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS',
    required: false,
    secret: false,
    default: 'BTCUSDT,ETHUSDT,SOLUSDT',
    description: 'Spot symbols to ingest, comma-separated.',
  },
  {
    name: 'PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS',
    required: false,
    secret: false,
    default: 'BTCUSDT,ETHUSDT,SOLUSDT',
    description: 'Perpetual symbols to ingest, comma-separated.',
  },
  {
    name: 'PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS',
    required: false,
    secret: false,
    default: 'BTCUSDT,ETHUSDT,SOLUSDT',
    description: 'Symbols whose funding rates are ingested, comma-separated.',
  },
  {
    name: 'PLATFORM_DATA_FRED_API_KEY',
    required: false,
    secret: true,
    description: 'Key of the macro provider; needed for the historical macro backfill.',
  },
  {
    name: 'PLATFORM_DATA_FEAR_GREED_URL',
    required: false,
    secret: false,
    default: 'https://api.alternative.me',
    description: 'Base URL of the fear-and-greed provider.',
  },
  {
    name: 'PLATFORM_DATA_STABLECOIN_URL',
    required: false,
    secret: false,
    default: 'https://stablecoins.llama.fi',
    description: 'Base URL of the stablecoin-supply provider.',
  },
  {
    name: 'PLATFORM_DATA_OPTIONS_URL',
    required: false,
    secret: false,
    default: 'https://www.deribit.com',
    description: 'Base URL of the options provider that gamma exposure is computed from.',
  },
  {
    name: 'PLATFORM_DATA_MACRO_URL',
    required: false,
    secret: false,
    default: 'https://api.stlouisfed.org',
    description: 'Base URL of the macro provider.',
  },
  {
    name: 'PLATFORM_DATA_MINUTE_RETENTION_DAYS',
    required: false,
    secret: false,
    description:
      'Months of 1m bars that ended longer ago are detached into market_archive; absent, all stay.',
  },
]);
