/**
 * The console, as Next.js builds it to stand alone. It holds the manager's token and the keys of its own
 * sessions, nothing else.
 */
import { envByService } from '@platform/contracts';
import type { ProcessSpec } from '../process/spec';
import type { StackContext } from './context';
import { consoleUrl, localIdentityEnvironment } from './identity';
import { readyUrl } from './ready-url';
import { pick, serviceUrl } from './service-environment';

const FROM_THE_SYSTEM = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS'];

/** `program` is the server.js of a finished build. */
export function consoleProcess(program: string, context: StackContext): ProcessSpec {
  return {
    name: 'console',
    command: process.execPath,
    args: ['--max-semi-space-size=4', program],
    env: consoleEnvironment(context),
    ports: [context.ports.console],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    readyUrl: readyUrl('console', context),
  };
}

export function consoleEnvironment(context: StackContext): Record<string, string> {
  const { environment, home, ports, secrets } = context;
  const managerUrl = serviceUrl(context, 'manager');
  return {
    ...pick(environment, [...FROM_THE_SYSTEM, ...envByService.console.map(({ name }) => name)]),
    NODE_ENV: 'production',
    PLATFORM_HOME: home.root,
    HOSTNAME: '127.0.0.1',
    PORT: String(ports.console),
    AUTH_URL: environment['AUTH_URL'] || consoleUrl(context),
    AUTH_TRUST_HOST: 'true',
    AUTH_SECRET: secrets.consoleSessionKey,
    ...localIdentityEnvironment(context),
    PLATFORM_MANAGER_INTERNAL_URL: managerUrl,
    PLATFORM_MANAGER_WS_INTERNAL_URL: `${managerUrl.replace(/^http/, 'ws')}/ws`,
    PLATFORM_MANAGER_OPERATOR_TOKEN: secrets.operatorTokens.manager,
  };
}
