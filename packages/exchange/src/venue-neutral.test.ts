import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('.', import.meta.url).pathname;

it('nothing outside the adapter knows the name of the exchange, except where the package is composed', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      !file.startsWith('binance/') &&
      file !== 'index.ts',
  );
  expect(files.length).toBeGreaterThan(10);
  const naming = files.filter((file) => /binance/i.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(naming).toEqual([]);
});
