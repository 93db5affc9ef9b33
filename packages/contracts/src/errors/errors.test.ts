import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERROR_CODES, errorRegistry, renderErrorsDoc } from './index';

const doc = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

it('the error registry gives each code the prefix of its owner', () => {
  for (const code of ERROR_CODES) {
    const owner = errorRegistry[code].service;
    const prefix = code === 'BOOT_DEGRADED' ? '' : `${owner.toUpperCase()}_`;
    expect(code.startsWith(prefix), code).toBe(true);
  }
});

it('the error registry says cause and action of every code in one sentence that a table can hold', () => {
  for (const code of ERROR_CODES) {
    for (const text of [errorRegistry[code].cause, errorRegistry[code].action]) {
      expect(text, code).toMatch(/^[^|\n]{10,}\.$/);
    }
  }
});

it('docs/errors.md is what ./platform generate writes', () => {
  expect(doc).toBe(renderErrorsDoc());
});

it('docs/errors.md has a row for every code and no other', () => {
  const rows = [...doc.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]!);
  expect(rows.toSorted()).toEqual([...ERROR_CODES].toSorted());
});
