/** A service as the suite sees it: how to configure it for a test and how to start it in this process. */
import { type RouteSpec, routesByService, type ServiceName } from '@platform/contracts';
import type { Result } from '@platform/core';
import type { ConfigFault, Environment, ServiceHandle } from '@platform/service-kit';

export interface Subject<Config> {
  readonly service: ServiceName;
  readonly version: string;
  load(env: Environment): Result<Config, readonly ConfigFault[]>;
  run(config: Config): Promise<ServiceHandle>;
  /** Variables that only this service needs. */
  readonly extra?: Readonly<Record<string, string>>;
}

export interface Surroundings {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly natsCreds: string;
}

const PREFIX: Readonly<Record<ServiceName, string>> = {
  data: 'PLATFORM_DATA_',
  risk: 'PLATFORM_RISK_',
  manager: 'PLATFORM_MANAGER_',
  bot: 'PLATFORM_BOT_',
  executor: 'PLATFORM_EXECUTOR_',
};

export const DATABASE_VARIABLE: Readonly<Record<ServiceName, string>> = {
  data: 'DATABASE_URL',
  risk: 'PLATFORM_RISK_DATABASE_URL',
  manager: 'PLATFORM_MANAGER__DATABASE_URL',
  bot: 'PLATFORM_BOT_DATABASE_URL',
  executor: 'PLATFORM_EXECUTOR_DATABASE_URL',
};

export const ROLE: Readonly<Record<ServiceName, string>> = {
  data: 'platform_data_writer',
  risk: 'platform_risk',
  manager: 'platform_manager',
  bot: 'platform_bot',
  executor: 'platform_executor',
};

export const TOKEN = 'operator-token-of-the-test-with-256-bits-of-it';
export const BREAK_GLASS_TOKEN = 'break-glass-token-of-the-test-with-256-bits-of-it';

export const tokenVariable = (service: ServiceName) => `${PREFIX[service]}OPERATOR_TOKEN`;
export const logLevelVariable = (service: ServiceName) => `${PREFIX[service]}LOG_LEVEL`;

/** A complete environment: port 0, quiet log, tokens set. */
export function environmentFor<Config>(
  { service, extra }: Subject<Config>,
  around: Surroundings,
): Record<string, string> {
  return {
    [DATABASE_VARIABLE[service]]: around.databaseUrl,
    [`${PREFIX[service]}BIND_ADDR`]: '127.0.0.1:0',
    [logLevelVariable(service)]: 'fatal',
    PLATFORM_BUS_NATS_URL: around.natsUrl,
    PLATFORM_BUS_NATS_CREDS: around.natsCreds,
    [tokenVariable(service)]: TOKEN,
    ...(service === 'executor' ? { PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: BREAK_GLASS_TOKEN } : {}),
    ...extra,
  };
}

export async function startSubject<Config>(
  subject: Subject<Config>,
  env: Readonly<Record<string, string>>,
): Promise<ServiceHandle> {
  const config = subject.load(env);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return subject.run(config.value);
}

export const routesOf = (service: ServiceName): readonly RouteSpec[] =>
  Object.values(routesByService[service]);

export const guardedRoutes = (service: ServiceName): readonly RouteSpec[] =>
  routesOf(service).filter((route) => route.auth !== 'none');
