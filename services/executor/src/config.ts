/**
 * What the executor reads from its environment. Production has no default cap: keys without one refuse the
 * start.
 */
import { type ConfigFault, type ConfigOf, type Environment, fields, loadConfig } from '@platform/service-kit';

export const executorShape = {
  PLATFORM_EXECUTOR_DATABASE_URL: fields.postgresUrl,
  PLATFORM_EXECUTOR_BIND_ADDR: fields.bindAddress,
  PLATFORM_EXECUTOR_LOG_LEVEL: fields.logLevel,
  PLATFORM_EXECUTOR_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: fields.secretText.optional(),
  PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN_FILE: fields.text.optional(),
  PLATFORM_DEVELOPMENT: fields.flag,
  PLATFORM_RELEASE: fields.releaseTag,
  PLATFORM_BUS_NATS_URL: fields.natsServers,
  PLATFORM_BUS_NATS_CREDS: fields.text.optional(),
  EXCHANGE_TESTNET_API_KEY: fields.secretText.optional(),
  EXCHANGE_TESTNET_API_SECRET: fields.secretText.optional(),
  EXCHANGE_TESTNET_REST_URL: fields.httpUrl.optional(),
  EXCHANGE_TESTNET_WS_URL: fields.webSocketUrl.optional(),
  EXCHANGE_API_KEY: fields.secretText.optional(),
  EXCHANGE_API_SECRET: fields.secretText.optional(),
  EXCHANGE_FUTURES_REST_URL: fields.httpUrl.optional(),
  EXCHANGE_FUTURES_WS_URL: fields.webSocketUrl.optional(),
  PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_TESTNET: fields.positiveDecimal,
  PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PROD: fields.positiveDecimal.optional(),
  PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PER_ORDER: fields.positiveDecimal.optional(),
  PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT: fields.positiveDecimal.optional(),
  PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_GLOBAL: fields.positiveDecimal.optional(),
  PLATFORM_EXECUTOR_MAX_CRITICAL_ANOMALIES: fields.wholeNumber,
};

export type ExecutorConfig = ConfigOf<typeof executorShape>;

export function loadExecutorConfig(env: Environment) {
  return loadConfig({ service: 'executor', shape: executorShape, rules }, env);
}

function rules(config: Partial<ExecutorConfig>): readonly ConfigFault[] {
  const uncapped =
    config.EXCHANGE_API_KEY !== undefined && config.PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PROD === undefined;
  return [
    ...fields.bothOrNeither(config, 'EXCHANGE_TESTNET_API_KEY', 'EXCHANGE_TESTNET_API_SECRET'),
    ...fields.bothOrNeither(config, 'EXCHANGE_API_KEY', 'EXCHANGE_API_SECRET'),
    ...(uncapped
      ? [
          {
            variable: 'PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PROD',
            message: 'is required as soon as production keys are set',
          },
        ]
      : []),
  ];
}
