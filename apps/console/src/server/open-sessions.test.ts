import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { OpenSessions } from './open-sessions';

function sessions() {
  const clock = { nowMs: 1_000 };
  return { clock, open: new OpenSessions(() => clock.nowMs) };
}
const session = (expiresAtMs: number) => ({ idToken: undefined, expiresAtMs });

it('a session is worth something until it is closed or has run out', () => {
  const { clock, open } = sessions();
  open.open('a', session(2_000));
  open.open('b', session(2_000));
  expect(open.find('a')).toBeDefined();
  open.close('a');
  expect(open.find('a')).toBeUndefined();
  expect(open.find('b')).toBeDefined();
  clock.nowMs = 2_000;
  expect(open.find('b')).toBeUndefined();
});

it('an id that was never given out opens nothing', () => {
  const { open } = sessions();
  expect([undefined, null, 7, '', 'x'].map((id) => open.find(id))).toEqual(Array(5).fill(undefined));
});

it('those that have run out make room', () => {
  const { clock, open } = sessions();
  for (let i = 0; i < 5; i++) open.open(`old-${i}`, session(1_500));
  clock.nowMs = 1_600;
  open.open('new', session(2_000));
  expect(open.find('new')).toBeDefined();
  clock.nowMs = 1_000;
  expect(open.find('old-0')).toBeUndefined();
});

it('neither the ids nor the tokens of people show up where it is printed', () => {
  const { open } = sessions();
  open.open('canary-id', { idToken: 'canary-token', expiresAtMs: 2_000 });
  const printed = [JSON.stringify({ open }), inspect(open, { depth: null })].join();
  expect(printed).not.toContain('canary');
});
