/** What a bot reads from its environment. An exchange key anywhere in it refuses the start. */
import { FORBIDDEN_BOT_VARIABLES } from '@platform/contracts';
import { type ConfigOf, type Environment, fields, loadConfig } from '@platform/service-kit';
import { findStrategy } from '@platform/strategies';
import { z } from 'zod';

/** Trades only what a test tells it to, over the same path as every other strategy. */
export const MANUAL_STRATEGY = 'manual';

const isStrategy = (name: string) => name === MANUAL_STRATEGY || findStrategy(name) !== undefined;

export const botShape = {
  PLATFORM_BOT_ID: fields.uuidV7Text,
  PLATFORM_BOT_DATABASE_URL: fields.postgresUrl,
  PLATFORM_BOT_BIND_ADDR: fields.bindAddress,
  PLATFORM_BOT_LOG_LEVEL: fields.logLevel,
  PLATFORM_BUS_NATS_URL: fields.natsServers,
  PLATFORM_BUS_NATS_CREDS: fields.text.optional(),
  PLATFORM_DATA_BASE_URL: fields.httpUrl,
  PLATFORM_BOT_STRATEGY: z.string().refine(isStrategy, 'must be a registered strategy or manual').optional(),
  PLATFORM_BOT_SYMBOL: fields.symbol.optional(),
  PLATFORM_BOT_TIMEFRAME: fields.timeframe.optional(),
  PLATFORM_BOT_PARAMS: fields.jsonObject,
  PLATFORM_BOT_NETWORK: z.enum(['testnet', 'prod']),
  PLATFORM_BOT_SHADOW: fields.flag,
  PLATFORM_BOT_CANDLE_SOURCE: z.enum(['data-ws', 'scripted']),
  PLATFORM_BOT_SCRIPT: fields.text.optional(),
  PLATFORM_BOT_SCRIPT_TICK_MS: fields.wholeNumber,
  // Only the exact word opens the looser mode; anything else is strict.
  PLATFORM_BOT_WARMUP_MODE: z.string().transform((mode) => (mode === 'degraded' ? 'degraded' : 'strict')),
};

export type BotConfig = ConfigOf<typeof botShape>;

export function loadBotConfig(env: Environment) {
  const forbidden = { variables: FORBIDDEN_BOT_VARIABLES, code: 'BOT_EXCHANGE_KEYS_PRESENT' } as const;
  return loadConfig({ service: 'bot', shape: botShape, forbidden }, env);
}
