import { readFileSync } from 'node:fs';
import { configDisagreements } from '@platform/testkit';
import { expect, it } from 'vitest';
import { executorShape, loadExecutorConfig } from './config';
import { VERSION } from './version';

it('the executor reads exactly the variables of the contract, with its defaults', () => {
  expect(configDisagreements('executor', executorShape)).toEqual([]);
});

it('the executor refuses production keys without a cap, and a key without its secret', () => {
  const env = {
    PLATFORM_EXECUTOR_DATABASE_URL: 'postgresql://127.0.0.1/platform',
    PLATFORM_BUS_NATS_URL: 'nats://127.0.0.1:4222',
    EXCHANGE_API_KEY: 'key',
    EXCHANGE_API_SECRET: 'secret',
    EXCHANGE_TESTNET_API_SECRET: 'secret',
  };
  const result = loadExecutorConfig(env);
  if (result.ok) throw new Error('expected faults');
  expect(result.error.map((fault) => fault.variable)).toEqual([
    'EXCHANGE_TESTNET_API_KEY',
    'PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PROD',
  ]);
});

it('the executor has the version of its package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(manifest.version);
});
