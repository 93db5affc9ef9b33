import { envByService } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { homeFromEnvironment } from '../home';
import { generateBusSeeds } from '../nats/identities';
import { portsFromEnvironment } from '../ports';
import { type Secrets, TOKEN_HOLDERS, type TokenHolder } from '../secrets';
import { consoleEnvironment } from './console';
import type { StackContext } from './context';
import { serviceEnvironment } from './service-environment';

const secrets: Secrets = {
  databaseAdminPassword: 'secret-admin',
  rolePasswords: {
    platform_bot: 'secret-role-bot',
    platform_data_writer: 'secret-role-data',
    platform_executor: 'secret-role-executor',
    platform_lab_reader: 'secret-role-lab',
    platform_manager: 'secret-role-manager',
    platform_risk: 'secret-role-risk',
  },
  operatorTokens: {
    data: 'secret-token-data',
    risk: 'secret-token-risk',
    manager: 'secret-token-manager',
    executor: 'secret-token-executor',
    bot: 'secret-token-bot',
  },
  breakGlassToken: 'secret-break-glass',
  bus: { ...generateBusSeeds(), browserSigner: 'secret-browser-signer' },
  identity: {
    passwords: { operator: 'secret-operator-password', viewer: 'secret-viewer-password' },
    clientSecret: 'secret-client',
    signingKey: 'secret-signing-key',
    cookieKey: 'secret-cookie-key',
  },
  pushKey: 'secret-push-key',
  consoleSessionKey: 'secret-session-key',
};

const operatorSet = {
  PLATFORM_DATABASE_URL: 'postgres://secret-admin@somewhere',
  EXCHANGE_API_KEY: 'secret-trading-key',
  PLATFORM_DATA_EXCHANGE_API_KEY: 'secret-read-only-key',
  PLATFORM_RISK_LOG_LEVEL: 'debug',
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-shell',
};

const context: StackContext = {
  home: homeFromEnvironment({ PLATFORM_HOME: '/home/somebody' }),
  ports: portsFromEnvironment({}),
  secrets,
  venue: 'production',
  environment: operatorSet,
};

/** Everything secret that each service may hold, and nothing else. */
const HOLDS: Record<TokenHolder, string[]> = {
  data: ['secret-read-only-key', 'secret-role-data', 'secret-token-data'],
  risk: ['secret-role-risk', 'secret-token-risk'],
  manager: [
    'secret-browser-signer',
    'secret-push-key',
    'secret-role-bot',
    'secret-role-manager',
    'secret-token-bot',
    'secret-token-data',
    'secret-token-executor',
    'secret-token-manager',
    'secret-token-risk',
  ],
  executor: ['secret-break-glass', 'secret-role-executor', 'secret-token-executor', 'secret-trading-key'],
};

describe.each(TOKEN_HOLDERS)('the environment of %s', (service) => {
  const environment = serviceEnvironment(service, context);

  test('the environment of a service holds exactly its own secrets', () => {
    const found = Object.values(environment).flatMap((value) => value.match(/secret-[a-z-]+/g) ?? []);
    expect([...new Set(found)].sort()).toEqual(HOLDS[service]);
  });

  test('the environment of a service names only variables that the contract gives it', () => {
    const names: string[] = [...envByService[service], ...envByService.shared].map(({ name }) => name);
    const platformNames = Object.keys(environment).filter((name) => /^PLATFORM_|EXCHANGE_/.test(name));
    expect(platformNames.filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('the console holds the manager token, its own secrets, and no password or key of anybody else', () => {
  const found = Object.values(consoleEnvironment(context)).flatMap(
    (value) => value.match(/secret-[a-z-]+/g) ?? [],
  );
  expect([...new Set(found)].sort()).toEqual(['secret-client', 'secret-session-key', 'secret-token-manager']);
});

test('the console of an operator with an identity provider of their own is given nothing of the local one', () => {
  const own = { AUTH_IDP_ISSUER: 'https://login.example', AUTH_IDP_CLIENT_SECRET: 'own-secret' };
  const environment = consoleEnvironment({ ...context, environment: own });
  expect(environment).toMatchObject(own);
  expect(Object.values(environment).join()).not.toContain('secret-client');
});

test('what the operator set for a service reaches it, and only it', () => {
  expect(serviceEnvironment('risk', context)['PLATFORM_RISK_LOG_LEVEL']).toBe('debug');
  expect(serviceEnvironment('data', context)['PLATFORM_RISK_LOG_LEVEL']).toBeUndefined();
});
