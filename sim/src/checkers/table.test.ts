/** The table of invariants in docs/safety.md says who judges each of them: it is held to what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { beforeAll, expect, it } from 'vitest';
import { drawSchedule } from '../schedule/schedule';
import type { Checker } from './checker';
import { CHECKERS } from './index';

const INVARIANTS = Array.from({ length: 25 }, (_, i) => `I${i + 1}`);

const page = readFileSync(join(REPOSITORY, 'docs', 'safety.md'), 'utf8');
const table = page.split('| invariant | judged')[1]!.split('\n\n')[0]!;
const rows = [...table.matchAll(/^\| (I\d+) \|(.*)\|$/gm)].map(([, invariant, cells]) => ({
  invariant: invariant!,
  names: [...cells!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
}));

/** Under the names that the modules export them by. */
const checkers = new Map<string, Checker>();
beforeAll(async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^i\d+-[a-z-]+\.ts$/.test(name));
  for (const file of files) {
    const exported = Object.entries((await import(`./${file}`)) as Record<string, unknown>);
    for (const [name, value] of exported)
      if (CHECKERS.includes(value as Checker)) checkers.set(name, value as Checker);
  }
});

it('the table of invariants has one row for each of them, and names who judges it', () => {
  expect(rows.map(({ invariant }) => invariant)).toEqual(INVARIANTS);
  const unjudged = rows.filter(({ invariant, names }) => names.length === 0 && invariant !== 'I24');
  expect(unjudged).toEqual([]);
});

it('the table of invariants names as judges of I24 all of them, and every clock that it names is wrong in the seeds', () => {
  const jumps = Array.from({ length: 600 }, (_, seed) => drawSchedule(seed).actions)
    .flat()
    .flatMap((action): (readonly [clock: string, ms: number])[] => {
      if (action.kind === 'clock') return [['executor', action.jumpMs]];
      if (action.kind === 'venue_clock') return [['venue', action.skewMs]];
      if (action.kind === 'risk' && action.what === 'clock') return [['risk engine', action.jumpMs]];
      if (action.kind === 'bot' && action.what === 'clock') return [['bots', action.jumpMs]];
      return [];
    });
  const [, row] = /^\| I24 \|(.*)$/m.exec(table)!;
  for (const clock of ['executor', 'venue', 'risk engine', 'bots']) {
    expect(row).toContain(clock);
    const drawn = jumps.filter(([whose]) => whose === clock).map(([, ms]) => ms);
    expect([clock, Math.min(...drawn), Math.max(...drawn)]).toEqual([clock, -600_000, 600_000]);
  }
});

it('the table of invariants names only checkers that are run and tests that exist', () => {
  const unknown = rows.flatMap(({ invariant, names }) =>
    names
      .filter((name) => (name.includes('/') ? !existsSync(join(REPOSITORY, name)) : !checkers.has(name)))
      .map((name) => `${invariant}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('the table of invariants names every checker beside the invariant that it judges', () => {
  expect(checkers.size).toBe(CHECKERS.length);
  const missing = [...checkers].filter(
    ([name, { invariant }]) => !rows.find((row) => row.invariant === invariant)!.names.includes(name),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});
