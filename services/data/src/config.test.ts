import { readFileSync } from 'node:fs';
import { configDisagreements } from '@platform/testkit';
import { expect, it } from 'vitest';
import { dataShape } from './config';
import { VERSION } from './version';

it('the data service reads exactly the variables of the contract, with its defaults', () => {
  expect(configDisagreements('data', dataShape)).toEqual([]);
});

it('the data service has the version of its package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(manifest.version);
});
