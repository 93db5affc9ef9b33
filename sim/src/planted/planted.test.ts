import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';
import { CHECKERS } from '../checkers';
import { drawSchedule } from '../schedule/schedule';
import { runVirtual } from '../virtual/run-seed';
import { PLANTED_BUGS, plantedBug } from '.';

const MOST_SEEDS = 200;

describe('the planted bugs', () => {
  it('have names of their own and break invariants that somebody checks', () => {
    expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length);
    const checked = new Set(CHECKERS.map(({ invariant }) => invariant));
    for (const { name, breaks } of PLANTED_BUGS)
      expect([name, breaks.filter((invariant) => !checked.has(invariant))]).toEqual([name, []]);
  });

  it('are all in the table, each caught within as many seeds as are tried', () => {
    const table = readFileSync(join(REPOSITORY, 'docs', 'planted-bugs.md'), 'utf8');
    const rows = [...table.matchAll(/^\| ([a-z-]+) \|.*\| (\d+) \| I/gm)];
    expect(rows.map(([, name]) => name)).toEqual(PLANTED_BUGS.map(({ name }) => name));
    for (const [, , seed] of rows) expect(Number(seed)).toBeLessThanOrEqual(MOST_SEEDS);
  });

  it('make a seed fail that holds without them', async () => {
    const invariants = async (bug?: string) =>
      (await runVirtual(drawSchedule(1), bug === undefined ? undefined : plantedBug(bug))).violations.map(
        ({ invariant }) => invariant,
      );
    expect(await invariants()).toEqual([]);
    expect(await invariants('half-a-stop')).toContain('I17');
  });
});

it('a seed played twice gives the same history, to the byte', async () => {
  const [first, second] = [await runVirtual(drawSchedule(8)), await runVirtual(drawSchedule(8))];
  expect(second.digest).toBe(first.digest);
});
