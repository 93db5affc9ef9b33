import { scryptSync } from 'node:crypto';
import { inspect } from 'node:util';
import { Secret } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { Cursors, type ListScope } from './cursors';

const scope: ListScope = { route: 'listRuns', filters: { kind: 'live', symbol: undefined } };
const cursors = new Cursors(new Secret('token'));
const position = ['2026-01-01T00:00:00.000Z', '01923456-789a-7000-8000-0000000000aa'];
const cursor = cursors.encode(scope, position);
const refused = expect.objectContaining({ code: 'MANAGER_INVALID_CURSOR', field: 'cursor' });

it('a cursor gives back the position it was made from', () => {
  expect(cursors.decode(scope, cursor, 2)).toEqual(position);
  expect(cursors.decode(scope, undefined, 2)).toBeNull();
});

it('a cursor is refused when any of its bits is flipped', () => {
  const bytes = Buffer.from(cursor, 'latin1');
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << bit;
      expect(() => cursors.decode(scope, flipped.toString('latin1'), 2), `byte ${at}, bit ${bit}`).toThrow(
        refused,
      );
    }
  }
});

it.each(['', '.', 'x', `${cursor}=`, cursor.slice(0, -1), `.${cursor}`, '😀'])(
  'a cursor is refused as %j',
  (text) => {
    expect(() => cursors.decode(scope, text, 2)).toThrow(refused);
  },
);

it('a cursor is refused for another list, another filter and after a token rotation', () => {
  expect(() => cursors.decode({ ...scope, route: 'listBots' }, cursor, 2)).toThrow(refused);
  expect(() => cursors.decode({ ...scope, filters: { kind: 'backtest' } }, cursor, 2)).toThrow(refused);
  expect(() => new Cursors(new Secret('rotated')).decode(scope, cursor, 2)).toThrow(refused);
  expect(() =>
    new Cursors(undefined).decode(scope, new Cursors(undefined).encode(scope, position), 2),
  ).toThrow(refused);
});

it('cursors are sealed with a key that is not printed', () => {
  const key = scryptSync('token', 'manager cursors', 32);
  const whole = { showHidden: true, depth: null, maxArrayLength: null };
  const printed = [JSON.stringify(cursors), inspect(cursors, whole)].join();
  for (const bytes of [key.join(','), key.toString('hex')])
    expect(printed.replace(/[\s<>]/g, '')).not.toContain(bytes);
});
