/**
 * The environment of each service, built from nothing: what the operating system needs, what the operator set
 * for this very service, and what the stack knows. No service is given a secret of another; the manager alone
 * holds forward tokens, under the names the contract gives them.
 */
import { type EnvName, envByService, type ServiceName } from '@platform/contracts';
import type { RoleName } from '@platform/db';
import { managerDirectory } from '../bots';
import { bundlePath } from '../build';
import { controlSocket } from '../control';
import { scriptEnvironment } from '../demo/script';
import { busFiles } from '../nats/config';
import { SERVICE_ROLE } from '../postgres/roles';
import { connectionUrl, DATABASE } from '../postgres/server';
import type { TokenHolder } from '../secrets';
import type { StackContext } from './context';
import { dataVenueEnvironment, executorVenueEnvironment } from './venue';
import { watchingEnvironment } from './watching';

type ServiceEnvironment = Partial<Record<EnvName, string>>;

const FROM_THE_SYSTEM = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'];

export function serviceEnvironment(service: TokenHolder, context: StackContext): Record<string, string> {
  const own = envByService[service].flatMap((variable) => [
    variable.name,
    ...('aliases' in variable ? variable.aliases : []),
  ]);
  return {
    ...pick(context.environment, [...FROM_THE_SYSTEM, ...own]),
    NODE_ENV: 'production',
    ...busEnvironment(service, context),
    ...FROM_THE_STACK[service](context),
  };
}

export function serviceUrl({ ports }: Pick<StackContext, 'ports'>, service: TokenHolder): string {
  return `http://127.0.0.1:${ports[service]}`;
}

export function roleUrl({ ports, secrets }: StackContext, role: RoleName): string {
  const password = secrets.rolePasswords[role];
  return connectionUrl({ port: ports.postgres, user: role, password, database: DATABASE });
}

const FROM_THE_STACK: Readonly<Record<TokenHolder, (context: StackContext) => ServiceEnvironment>> = {
  data: (context) => ({
    DATABASE_URL: roleUrl(context, SERVICE_ROLE.data),
    PLATFORM_DATA_BIND_ADDR: bindAddress(context, 'data'),
    PLATFORM_DATA_OPERATOR_TOKEN: context.secrets.operatorTokens.data,
    ...dataVenueEnvironment(context),
  }),
  risk: (context) => ({
    PLATFORM_RISK_DATABASE_URL: roleUrl(context, SERVICE_ROLE.risk),
    PLATFORM_RISK_BIND_ADDR: bindAddress(context, 'risk'),
    PLATFORM_RISK_OPERATOR_TOKEN: context.secrets.operatorTokens.risk,
  }),
  manager: (context) => ({
    PLATFORM_MANAGER__DATABASE_URL: roleUrl(context, SERVICE_ROLE.manager),
    PLATFORM_MANAGER__BIND_ADDR: bindAddress(context, 'manager'),
    PLATFORM_MANAGER_OPERATOR_TOKEN: context.secrets.operatorTokens.manager,
    PLATFORM_MANAGER__DATA_SERVICE_URL: serviceUrl(context, 'data'),
    PLATFORM_MANAGER__RISK_SERVICE_URL: serviceUrl(context, 'risk'),
    PLATFORM_MANAGER__EXECUTOR_SERVICE_URL: serviceUrl(context, 'executor'),
    PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN: context.secrets.operatorTokens.risk,
    PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN: context.secrets.operatorTokens.executor,
    PLATFORM_MANAGER__PLATFORM_DATA_OPERATOR_TOKEN: context.secrets.operatorTokens.data,
    PLATFORM_MANAGER__PLATFORM_BOT_OPERATOR_TOKEN: context.secrets.operatorTokens.bot,
    PLATFORM_MANAGER__STATE_DIR: managerDirectory(context.home),
    PLATFORM_MANAGER__LOG_DIR: context.home.logs,
    PLATFORM_MANAGER__SUPERVISOR_SOCKET: controlSocket(context.home),
    // Whatever release the manager itself runs, the platform's own build is this one.
    PLATFORM_MANAGER__BOT_PROGRAM: bundlePath('bot'),
    PLATFORM_MANAGER__BOT_DATABASE_URL: roleUrl(context, SERVICE_ROLE.bot),
    PLATFORM_MANAGER__BOT_NATS_CREDS: busFiles(context.home.nats).creds.bot,
    ...scriptEnvironment(context.home),
    ...watchingEnvironment(context),
    PLATFORM_MANAGER__PUSH_KEY: context.secrets.pushKey,
    PLATFORM_MANAGER__BUS_SIGNING_SEED: context.secrets.bus.browserSigner,
    PLATFORM_MANAGER__BUS_WS_URL: `ws://localhost:${context.ports.natsWebsocket}`,
  }),
  executor: (context) => ({
    PLATFORM_EXECUTOR_DATABASE_URL: roleUrl(context, SERVICE_ROLE.executor),
    PLATFORM_EXECUTOR_BIND_ADDR: bindAddress(context, 'executor'),
    PLATFORM_EXECUTOR_OPERATOR_TOKEN: context.secrets.operatorTokens.executor,
    PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: context.secrets.breakGlassToken,
    ...executorVenueEnvironment(context),
  }),
};

function busEnvironment(service: ServiceName, { home, ports }: StackContext): ServiceEnvironment {
  return {
    PLATFORM_BUS_NATS_URL: `nats://127.0.0.1:${ports.nats}`,
    PLATFORM_BUS_NATS_CREDS: busFiles(home.nats).creds[service],
  };
}

function bindAddress({ ports }: StackContext, service: TokenHolder): string {
  return `127.0.0.1:${ports[service]}`;
}

export function pick(environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
