import { inspect } from 'node:util';
import type { EnvVar } from '@platform/contracts';
import { expect, it } from 'vitest';
import { dumpConfig } from './dump';
import { bindAddress, httpUrl, logLevel, postgresUrl, secretText, wholeNumber } from './fields';
import { loadConfig } from './load';
import { Secret } from './secret';

const CANARY = 'c4nary-s3cret';

const variable = (name: string, rest: Partial<EnvVar> = {}): EnvVar => ({
  name,
  required: false,
  secret: false,
  description: '',
  ...rest,
});

const variables = [
  variable('PLATFORM_RISK_DATABASE_URL', { required: true, secret: true }),
  variable('PLATFORM_RISK_BIND_ADDR', { default: '0.0.0.0:8082', aliases: ['PLATFORM_RISK_LISTEN'] }),
  variable('PLATFORM_RISK_LOG_LEVEL', { default: 'info' }),
  variable('PLATFORM_RISK_OPERATOR_TOKEN', { secret: true }),
  variable('PLATFORM_RISK_LIMIT', { required: true }),
  variable('PLATFORM_RISK_EXECUTOR_URL'),
];

const source = {
  service: 'risk',
  shape: {
    PLATFORM_RISK_DATABASE_URL: postgresUrl,
    PLATFORM_RISK_BIND_ADDR: bindAddress,
    PLATFORM_RISK_LOG_LEVEL: logLevel,
    PLATFORM_RISK_OPERATOR_TOKEN: secretText.optional(),
    PLATFORM_RISK_LIMIT: wholeNumber,
    PLATFORM_RISK_EXECUTOR_URL: httpUrl.optional(),
  },
  forbidden: { variables: ['EXCHANGE_API_KEY'], code: 'BOT_EXCHANGE_KEYS_PRESENT' },
} as const;

const catalogue = { variables, known: [...variables, variable('PLATFORM_RISK_OF_SOMEBODY_ELSE')] };

const load = (env: Record<string, string>) => loadConfig(source, env, catalogue);

const valid = {
  PLATFORM_RISK_DATABASE_URL: `postgresql://risk:${CANARY}@127.0.0.1/platform`,
  PLATFORM_RISK_LIMIT: '7',
};

function faultsOf(env: Record<string, string>): Record<string, string> {
  const result = load(env);
  if (result.ok) throw new Error('expected faults');
  return Object.fromEntries(result.error.map((fault) => [fault.variable, fault.message]));
}

it('loadConfig takes defaults from the contract and parses each variable', () => {
  const result = load(valid);
  expect(result).toMatchObject({
    ok: true,
    value: {
      PLATFORM_RISK_BIND_ADDR: { host: '0.0.0.0', port: 8082 },
      PLATFORM_RISK_LOG_LEVEL: 'info',
      PLATFORM_RISK_OPERATOR_TOKEN: undefined,
      PLATFORM_RISK_LIMIT: 7,
    },
  });
});

it('loadConfig reports every fault at once, each by the name of its variable, and no value', () => {
  const faults = faultsOf({
    PLATFORM_RISK_DATABASE_URL: `mysql://risk:${CANARY}@127.0.0.1/platform`,
    PLATFORM_RISK_BIND_ADDR: '0.0.0.0:99999',
    PLATFORM_RISK_LOG_LEVEL: 'loud',
    PLATFORM_RISK_TYPO: CANARY,
    EXCHANGE_API_KEY: CANARY,
  });
  expect(Object.keys(faults).sort()).toEqual([
    'EXCHANGE_API_KEY',
    'PLATFORM_RISK_BIND_ADDR',
    'PLATFORM_RISK_DATABASE_URL',
    'PLATFORM_RISK_LIMIT',
    'PLATFORM_RISK_LOG_LEVEL',
    'PLATFORM_RISK_TYPO',
  ]);
  expect(faults['PLATFORM_RISK_LIMIT']).toBe('is required and not set');
  expect(JSON.stringify(faults)).not.toContain(CANARY);
});

it.each([`https://me:${CANARY}@collector.example.org`, `http://${CANARY}@collector.example.org`])(
  'loadConfig refuses credentials in an address, which would be logged, without repeating them',
  (address) => {
    expect(faultsOf({ ...valid, PLATFORM_RISK_EXECUTOR_URL: address })).toEqual({
      PLATFORM_RISK_EXECUTOR_URL: 'must not hold a user name or password',
    });
  },
);

it('loadConfig treats an empty variable as absent', () => {
  expect(faultsOf({ ...valid, PLATFORM_RISK_DATABASE_URL: '' })).toEqual({
    PLATFORM_RISK_DATABASE_URL: 'is required and not set',
  });
  expect(load({ ...valid, EXCHANGE_API_KEY: '' }).ok).toBe(true);
});

it('loadConfig accepts an alias, and refuses an alias that contradicts the name', () => {
  expect(load({ ...valid, PLATFORM_RISK_LISTEN: '[::1]:9' })).toMatchObject({
    value: { PLATFORM_RISK_BIND_ADDR: { host: '::1', port: 9 } },
  });
  const both = { ...valid, PLATFORM_RISK_LISTEN: '[::1]:9', PLATFORM_RISK_BIND_ADDR: '[::1]:8' };
  expect(faultsOf(both)).toEqual({
    PLATFORM_RISK_BIND_ADDR: 'differs between PLATFORM_RISK_BIND_ADDR and PLATFORM_RISK_LISTEN',
  });
});

it('loadConfig leaves another process’s variable with the same prefix alone', () => {
  expect(load({ ...valid, PLATFORM_RISK_OF_SOMEBODY_ELSE: 'x' }).ok).toBe(true);
});

it('secrets print as *** whichever way they are turned into text', () => {
  const secret = new Secret(CANARY);
  const printed = [`${secret}`, String(secret), JSON.stringify({ secret }), inspect({ secret })];
  const whole = { customInspect: false, showHidden: true, depth: null };
  const taken = [inspect(secret, whole), JSON.stringify({ ...secret }), inspect(structuredClone(secret))];
  expect([...printed, ...taken].join()).not.toContain(CANARY);
  expect(secret.reveal()).toBe(CANARY);
});

it('secrets show as a marker in the configuration dump, and as null when they are not set', () => {
  const result = load(valid);
  if (!result.ok) throw new Error('expected a valid configuration');
  const dump = dumpConfig('risk', result.value, variables);
  expect(dump).toMatchObject({ database_url: '***', operator_token: null, log_level: 'info', limit: 7 });
  expect(JSON.stringify(dump)).not.toContain(CANARY);
});
