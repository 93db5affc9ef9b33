/**
 * The executor, sole holder of trading keys. Caps of production have no default: without them it refuses to
 * trade there.
 */
import { defineEnv } from './define';

export const executorEnv = defineEnv([
  {
    name: 'PLATFORM_EXECUTOR_DATABASE_URL',
    required: true,
    secret: true,
    description: 'DSN of the role platform_executor.',
  },
  {
    name: 'PLATFORM_EXECUTOR_BIND_ADDR',
    required: false,
    secret: false,
    default: '0.0.0.0:8085',
    description: 'Address and port to listen on.',
  },
  {
    name: 'PLATFORM_EXECUTOR_LOG_LEVEL',
    required: false,
    secret: false,
    default: 'info',
    description: 'trace, debug, info, warn, error or fatal.',
  },
  {
    name: 'PLATFORM_EXECUTOR_OPERATOR_TOKEN',
    required: false,
    secret: true,
    token: true,
    description: 'Operator token of the executor; absent or empty, its guarded routes answer 503.',
  },
  {
    name: 'PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN',
    required: false,
    secret: true,
    token: true,
    description: 'Token of the break-glass flatten.',
  },
  {
    name: 'PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN_FILE',
    required: false,
    secret: true,
    description:
      'File with the token of the break-glass flatten, read at each call: it may be put there when it is needed.',
  },
  {
    name: 'EXCHANGE_TESTNET_API_KEY',
    required: false,
    secret: true,
    description: 'Trading key of the testnet.',
  },
  {
    name: 'EXCHANGE_TESTNET_API_SECRET',
    required: false,
    secret: true,
    description: 'Secret of the testnet trading key.',
  },
  {
    name: 'EXCHANGE_TESTNET_REST_URL',
    required: false,
    secret: false,
    description: 'REST endpoint of the testnet.',
  },
  {
    name: 'EXCHANGE_TESTNET_WS_URL',
    required: false,
    secret: false,
    description: 'WebSocket endpoint of the testnet.',
  },
  {
    name: 'EXCHANGE_API_KEY',
    required: false,
    secret: true,
    description: 'Trading key of production.',
  },
  {
    name: 'EXCHANGE_API_SECRET',
    required: false,
    secret: true,
    description: 'Secret of the production trading key.',
  },
  {
    name: 'EXCHANGE_FUTURES_REST_URL',
    required: false,
    secret: false,
    description: 'Overrides the REST endpoint of production.',
  },
  {
    name: 'EXCHANGE_FUTURES_WS_URL',
    required: false,
    secret: false,
    description: 'Overrides the WebSocket endpoint of production.',
  },
  {
    name: 'PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_TESTNET',
    required: false,
    secret: false,
    default: '10000',
    description: 'Per-order notional cap on the testnet.',
  },
  {
    name: 'PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PROD',
    required: false,
    secret: false,
    description: 'Per-order notional cap in production; required as soon as production keys are set.',
  },
  {
    name: 'PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PER_ORDER',
    required: false,
    secret: false,
    description: 'Per-order notional cap on every network, applied beside the cap of the network.',
  },
  {
    name: 'PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT',
    required: false,
    secret: false,
    description: 'UTC-day notional cap of one bot; unset, exceeding it is only counted.',
  },
  {
    name: 'PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_GLOBAL',
    required: false,
    secret: false,
    description: 'UTC-day notional cap of all bots; unset, exceeding it is only counted.',
  },
  {
    name: 'PLATFORM_EXECUTOR_MAX_CRITICAL_ANOMALIES',
    required: false,
    secret: false,
    default: '0',
    description: 'Critical anomalies the startup reconcile tolerates before it quarantines a network.',
  },
]);
