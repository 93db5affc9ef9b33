/** What the risk service reads from its environment. */
import { type ConfigOf, type Environment, fields, loadConfig } from '@platform/service-kit';

export const riskShape = {
  PLATFORM_RISK_DATABASE_URL: fields.postgresUrl,
  PLATFORM_RISK_BIND_ADDR: fields.bindAddress,
  PLATFORM_RISK_LOG_LEVEL: fields.logLevel,
  PLATFORM_RISK_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_DEVELOPMENT: fields.flag,
  PLATFORM_RELEASE: fields.releaseTag,
  PLATFORM_BUS_NATS_URL: fields.natsServers,
  PLATFORM_BUS_NATS_CREDS: fields.text.optional(),
};

export type RiskConfig = ConfigOf<typeof riskShape>;

export function loadRiskConfig(env: Environment) {
  return loadConfig({ service: 'risk', shape: riskShape }, env);
}
