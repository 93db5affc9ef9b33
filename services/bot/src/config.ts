/** What a bot reads from its environment. An exchange key anywhere in it refuses the start. */
import { FORBIDDEN_BOT_VARIABLES, MANUAL_STRATEGY } from '@platform/contracts';
import { type ConfigFault, type ConfigOf, type Environment, fields, loadConfig } from '@platform/service-kit';
import { findStrategy } from '@platform/strategies';
import * as z from 'zod';
import { type EnvironmentSettings, resolvePlan } from './domain/settings';

const isStrategy = (name: string) => name === MANUAL_STRATEGY || findStrategy(name) !== undefined;

export const botShape = {
  PLATFORM_BOT_ID: fields.uuidV7Text,
  PLATFORM_BOT_DATABASE_URL: fields.postgresUrl,
  PLATFORM_BOT_BIND_ADDR: fields.bindAddress,
  PLATFORM_BOT_LOG_LEVEL: fields.logLevel,
  PLATFORM_BOT_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_DEVELOPMENT: fields.flag,
  PLATFORM_RELEASE: fields.releaseTag,
  PLATFORM_BUS_NATS_URL: fields.natsServers,
  PLATFORM_BUS_NATS_CREDS: fields.text.optional(),
  PLATFORM_DATA_BASE_URL: fields.httpUrl,
  PLATFORM_BOT_STRATEGY: z.string().refine(isStrategy, 'must be a registered strategy or manual').optional(),
  PLATFORM_BOT_SYMBOL: fields.symbol.optional(),
  PLATFORM_BOT_TIMEFRAME: fields.timeframe.optional(),
  PLATFORM_BOT_PARAMS: fields.jsonObject.optional(),
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
  return loadConfig({ service: 'bot', shape: botShape, forbidden, rules }, env);
}

export function environmentSettings(config: BotConfig): EnvironmentSettings {
  return {
    botId: config.PLATFORM_BOT_ID,
    strategy: config.PLATFORM_BOT_STRATEGY,
    symbol: config.PLATFORM_BOT_SYMBOL,
    timeframe: config.PLATFORM_BOT_TIMEFRAME,
    params: config.PLATFORM_BOT_PARAMS,
    network: config.PLATFORM_BOT_NETWORK,
    candleSource: config.PLATFORM_BOT_CANDLE_SOURCE,
    shadow: config.PLATFORM_BOT_SHADOW,
    warmupMode: config.PLATFORM_BOT_WARMUP_MODE,
  };
}

/**
 * The variable behind a field of the settings, with the field where it lies inside one:
 * PLATFORM_BOT_PARAMS/atr_period.
 */
export function variableOf(field: string): string {
  return `PLATFORM_BOT_${field.replace(/^[a-z_]+/, (name) => name.toUpperCase())}`;
}

/** What the environment alone shows; the bot's configuration row may still add to it. */
function rules(config: Partial<BotConfig>): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (config.PLATFORM_BOT_CANDLE_SOURCE === 'scripted' && config.PLATFORM_BOT_SCRIPT === undefined) {
    faults.push({ variable: 'PLATFORM_BOT_SCRIPT', message: 'is required by the scripted bar source' });
  }
  const { PLATFORM_BOT_STRATEGY: strategy, PLATFORM_BOT_TIMEFRAME: timeframe } = config;
  const { PLATFORM_BOT_PARAMS: params = {}, PLATFORM_BOT_NETWORK: network } = config;
  if (strategy === undefined || strategy === MANUAL_STRATEGY) return faults;
  if (timeframe === undefined || network === undefined) return faults;
  const plan = resolvePlan(strategy, timeframe, params, network);
  if (plan.ok) return faults;
  return [...faults, ...plan.error.map(({ field, message }) => ({ variable: variableOf(field), message }))];
}
