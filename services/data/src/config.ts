/** What the data service reads from its environment. Its exchange key is optional and read-only. */
import { type ConfigOf, type Environment, fields, loadConfig } from '@platform/service-kit';

export const dataShape = {
  DATABASE_URL: fields.postgresUrl,
  PLATFORM_DATA_BIND_ADDR: fields.bindAddress,
  PLATFORM_DATA_LOG_LEVEL: fields.logLevel,
  PLATFORM_DATA_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_DEVELOPMENT: fields.flag,
  PLATFORM_RELEASE: fields.releaseTag,
  PLATFORM_BUS_NATS_URL: fields.natsServers,
  PLATFORM_BUS_NATS_CREDS: fields.text.optional(),
  PLATFORM_DATA_EXCHANGE_NETWORK: fields.network,
  EXCHANGE_SPOT_REST_URL: fields.httpUrl.optional(),
  EXCHANGE_SPOT_WS_URL: fields.webSocketUrl.optional(),
  EXCHANGE_FUTURES_REST_URL: fields.httpUrl.optional(),
  EXCHANGE_FUTURES_WS_URL: fields.webSocketUrl.optional(),
  PLATFORM_DATA_EXCHANGE_API_KEY: fields.secretText.optional(),
  PLATFORM_DATA_EXCHANGE_API_SECRET: fields.secretText.optional(),
  PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS: fields.symbolList,
  PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS: fields.symbolList,
  PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS: fields.symbolList,
  PLATFORM_DATA_FRED_API_KEY: fields.secretText.optional(),
  PLATFORM_DATA_FEAR_GREED_URL: fields.httpUrl,
  PLATFORM_DATA_STABLECOIN_URL: fields.httpUrl,
  PLATFORM_DATA_OPTIONS_URL: fields.httpUrl,
  PLATFORM_DATA_MACRO_URL: fields.httpUrl,
  PLATFORM_DATA_MINUTE_RETENTION_DAYS: fields.wholeNumber.optional(),
};

export type DataConfig = ConfigOf<typeof dataShape>;

export function loadDataConfig(env: Environment) {
  return loadConfig(
    {
      service: 'data',
      shape: dataShape,
      rules: (config) =>
        fields.bothOrNeither(config, 'PLATFORM_DATA_EXCHANGE_API_KEY', 'PLATFORM_DATA_EXCHANGE_API_SECRET'),
    },
    env,
  );
}
