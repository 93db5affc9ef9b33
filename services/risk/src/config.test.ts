import { readFileSync } from 'node:fs';
import { configDisagreements } from '@platform/testkit';
import { expect, it } from 'vitest';
import { riskShape } from './config';
import { VERSION } from './version';

it('the risk service reads exactly the variables of the contract, with its defaults', () => {
  expect(configDisagreements('risk', riskShape)).toEqual([]);
});

it('the risk service has the version of its package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(manifest.version);
});
