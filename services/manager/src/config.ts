/**
 * What the manager reads from its environment. An upstream that is not configured makes its proxies
 * answer 503.
 */
import { type ConfigOf, type Environment, fields, loadConfig } from '@platform/service-kit';

export const managerShape = {
  PLATFORM_MANAGER__DATABASE_URL: fields.postgresUrl,
  PLATFORM_MANAGER__BIND_ADDR: fields.bindAddress,
  PLATFORM_MANAGER_LOG_LEVEL: fields.logLevel,
  PLATFORM_MANAGER_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_DEVELOPMENT: fields.flag,
  PLATFORM_RELEASE: fields.releaseTag,
  PLATFORM_BUS_NATS_URL: fields.natsServers,
  PLATFORM_BUS_NATS_CREDS: fields.text.optional(),
  PLATFORM_MANAGER__RISK_SERVICE_URL: fields.httpUrl.optional(),
  PLATFORM_MANAGER__DATA_SERVICE_URL: fields.httpUrl.optional(),
  PLATFORM_MANAGER__EXECUTOR_SERVICE_URL: fields.httpUrl.optional(),
  PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_MANAGER__PLATFORM_DATA_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_MANAGER__PLATFORM_BOT_OPERATOR_TOKEN: fields.secretText.optional(),
  PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: fields.httpUrl.optional(),
  PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL: fields.httpUrl.optional(),
  PLATFORM_MANAGER__PUSH_KEY: fields.secretText.optional(),
  PLATFORM_MANAGER__PUSH_CONTACT: fields.text.optional(),
  PLATFORM_MANAGER__PUSH_LOCAL: fields.flag,
  PLATFORM_MANAGER__BUS_SIGNING_SEED: fields.secretText.optional(),
  PLATFORM_MANAGER__BUS_WS_URL: fields.webSocketUrl.optional(),
  PLATFORM_MANAGER__STATE_DIR: fields.text.optional(),
  PLATFORM_MANAGER__LOG_DIR: fields.text.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: fields.httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: fields.secretText.optional(),
  PLATFORM_MANAGER__BOT_DATABASE_URL: fields.postgresUrl.optional(),
  PLATFORM_MANAGER__BOT_NATS_CREDS: fields.text.optional(),
  PLATFORM_MANAGER__BOT_PROGRAM: fields.text.optional(),
  PLATFORM_MANAGER__SUPERVISOR_SOCKET: fields.text.optional(),
  PLATFORM_MANAGER__BOT_SCRIPT: fields.text.optional(),
  PLATFORM_MANAGER__BOT_SCRIPT_TICK_MS: fields.wholeNumber,
  PLATFORM_MANAGER_DOCKER_SOCKET_PATH: fields.text.optional(),
  DOCKER_SOCKET_PROXY_URL: fields.httpUrl.optional(),
  PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: fields.wholeNumber,
  PLATFORM_MANAGER_MAX_RECONCILE_FAILURES: fields.wholeNumber,
  PLATFORM_MANAGER_RECONCILE_FAILURE_WINDOW_SECS: fields.wholeNumber,
  PLATFORM_MANAGER_WARMUP_GRACE_SECS: fields.wholeNumber,
};

export type ManagerConfig = ConfigOf<typeof managerShape>;

export function loadManagerConfig(env: Environment) {
  return loadConfig({ service: 'manager', shape: managerShape }, env);
}
