/**
 * Who may sign in. A local identity provider is started unless the operator names another one; either way the
 * console is given its address. Browsers must reach both by the name `localhost`: cookies and redirects are
 * bound to it.
 */
import { standInPath } from '../build';
import type { ProcessSpec } from '../process/spec';
import type { StackContext } from './context';
import { readyUrl } from './ready-url';

const CLIENT_ID = 'platform-console';

export function isIdentityLocal(environment: NodeJS.ProcessEnv): boolean {
  return (environment['AUTH_IDP_ISSUER'] ?? '') === '';
}

export function consoleUrl({ ports }: Pick<StackContext, 'ports'>): string {
  return `http://localhost:${ports.console}`;
}

export function identityProcess(context: StackContext): ProcessSpec {
  const { environment, home, ports } = context;
  const { passwords, clientSecret, signingKey, cookieKey } = context.secrets.identity;
  return {
    name: 'identity',
    command: process.execPath,
    args: ['--enable-source-maps', standInPath('identity')],
    env: {
      PATH: environment['PATH'] ?? '',
      NODE_ENV: 'production',
      PLATFORM_HOME: home.root,
      IDENTITY_PORT: String(ports.identity),
      IDENTITY_ISSUER: localIssuer(context),
      IDENTITY_CONSOLE_ORIGIN: consoleUrl(context),
      IDENTITY_CLIENT_ID: CLIENT_ID,
      IDENTITY_CLIENT_SECRET: clientSecret,
      IDENTITY_SIGNING_KEY: signingKey,
      IDENTITY_COOKIE_KEY: cookieKey,
      IDENTITY_OPERATOR_PASSWORD: passwords.operator,
      IDENTITY_VIEWER_PASSWORD: passwords.viewer,
    },
    ports: [ports.identity],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    readyUrl: readyUrl('identity', context),
  };
}

/** What the console needs to send people to the local provider and to believe its answers. */
export function localIdentityEnvironment(context: StackContext): Record<string, string> {
  if (!isIdentityLocal(context.environment)) return {};
  return {
    AUTH_IDP_ISSUER: localIssuer(context),
    AUTH_IDP_CLIENT_ID: CLIENT_ID,
    AUTH_IDP_CLIENT_SECRET: context.secrets.identity.clientSecret,
  };
}

function localIssuer({ ports }: StackContext): string {
  return `http://localhost:${ports.identity}`;
}
