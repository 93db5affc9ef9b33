import { expect, it } from 'vitest';
import { ownPath } from './own-path';

const OWN = 'http://localhost:3000';

it('a path of this console is kept with its query', () => {
  expect(ownPath('/bots?status=live&find=a%2Fb', OWN)).toBe('/bots?status=live&find=a%2Fb');
  expect(ownPath('/', OWN)).toBe('/');
});

it.each([
  '//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  'http://localhost:3000.evil.example/',
  'http://localhost:3000@evil.example/',
  '',
  'bots',
  '///evil.example',
])('%j leads to the first page', (text) => {
  expect(ownPath(text, OWN)).toBe('/');
});
