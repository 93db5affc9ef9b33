import { readFileSync } from 'node:fs';
import { configDisagreements } from '@platform/testkit';
import { expect, it } from 'vitest';
import { botShape } from './config';
import { VERSION } from './version';

it('a bot reads exactly the variables of the contract, with its defaults', () => {
  expect(configDisagreements('bot', botShape)).toEqual([]);
});

it('a bot has the version of its package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(manifest.version);
});
