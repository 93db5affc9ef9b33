import { expect, it } from 'vitest';
import { keyAct, type Pressed } from './keys';

const SECTIONS = [
  { key: 'b', href: '/bots' },
  { key: 'r', href: '/risk' },
];
const LONG_AGO = Number.POSITIVE_INFINITY;
const press = (key: string, over: Partial<Pressed> = {}, sinceGoMs = LONG_AGO) =>
  keyAct({ key, isCommand: false, isAlt: false, isTyping: false, ...over }, sinceGoMs, SECTIONS);

it('the keys open the palette, their own list and the other theme', () => {
  expect(press('k', { isCommand: true })).toEqual({ kind: 'palette' });
  expect(press('K', { isCommand: true })).toEqual({ kind: 'palette' });
  expect(press('?')).toEqual({ kind: 'keys' });
  expect(press('T')).toEqual({ kind: 'theme' });
  expect(press('t')).toEqual({ kind: 'nothing' });
});

it('two letters in quick succession lead to a section', () => {
  expect(press('g')).toEqual({ kind: 'await-section' });
  expect(press('r', {}, 300)).toEqual({ kind: 'go', href: '/risk' });
  expect(press('r', {}, 5_000)).toEqual({ kind: 'nothing' });
  expect(press('x', {}, 300)).toEqual({ kind: 'nothing' });
});

it('the keys take no letter from somebody who types, nor from the browser’s own keys', () => {
  for (const over of [{ isTyping: true }, { isAlt: true }, { isCommand: true }]) {
    expect(press('g', over)).toEqual({ kind: 'nothing' });
    expect(press('?', over)).toEqual({ kind: 'nothing' });
  }
  expect(press('k', { isCommand: true, isTyping: true })).toEqual({ kind: 'palette' });
});
