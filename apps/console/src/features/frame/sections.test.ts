import { expect, test } from 'vitest';
import { isCurrent, SECTIONS } from './sections';

const at = (href: string) => SECTIONS.find((section) => section.href === href)!;

test('every page has a key and an address of its own', () => {
  expect(new Set(SECTIONS.map(({ key }) => key)).size).toBe(SECTIONS.length);
  expect(new Set(SECTIONS.map(({ href }) => href)).size).toBe(SECTIONS.length);
});

test('a section is the current one on its own pages and on no other', () => {
  expect(isCurrent(at('/bots'), '/bots')).toBe(true);
  expect(isCurrent(at('/bots'), '/bots/new')).toBe(true);
  expect(isCurrent(at('/bots'), '/botsy')).toBe(false);
  expect(isCurrent(at('/'), '/')).toBe(true);
  expect(isCurrent(at('/'), '/bots')).toBe(false);
});

test('a phone has overview, bots and risk at hand', () => {
  expect(SECTIONS.filter(({ onPhone }) => onPhone === true).map(({ href }) => href)).toEqual([
    '/',
    '/bots',
    '/risk',
  ]);
});
