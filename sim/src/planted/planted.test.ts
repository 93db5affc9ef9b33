import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { expect, it } from 'vitest';
import { CHECKERS } from '../checkers';
import { drawSchedule } from '../schedule/schedule';
import { escapedAt, recordedSeeds } from '../virtual/run-planted';
import { runVirtual } from '../virtual/run-seed';
import { PLANTED_BUGS, plantedBug } from '.';

const MOST_SEEDS = 200;

it('planted bugs have names of their own and break invariants that somebody checks', () => {
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length);
  const checked = new Set(CHECKERS.map(({ invariant }) => invariant));
  for (const { name, breaks } of PLANTED_BUGS)
    expect([name, breaks.filter((invariant) => !checked.has(invariant))]).toEqual([name, []]);
});

it('planted bugs are all in the table, each caught within as many seeds as are tried', () => {
  const recorded = recordedSeeds(readFileSync(join(REPOSITORY, 'docs', 'planted-bugs.md'), 'utf8'));
  expect([...recorded.keys()]).toEqual(PLANTED_BUGS.map(({ name }) => name));
  expect(Math.max(...recorded.values())).toBeLessThanOrEqual(MOST_SEEDS);
});

it('planted bugs make a seed fail that holds without them', async () => {
  const invariants = async (bug?: string) =>
    (await runVirtual(drawSchedule(1), bug === undefined ? undefined : plantedBug(bug))).violations.map(
      ({ invariant }) => invariant,
    );
  expect(await invariants()).toEqual([]);
  expect(await invariants('half-a-stop')).toContain('I17');
});

it('planted bugs are named when their recorded seed does not catch them, or no seed is recorded', async () => {
  const bugs = ['half-a-stop', 'two-of-one-lease', 'exit-once'].map((name) => plantedBug(name)!);
  const recorded = new Map([
    ['half-a-stop', 1],
    ['two-of-one-lease', 1],
  ]);
  const escaped = await escapedAt(recorded, bugs);
  expect(escaped.map(({ name }) => name)).toEqual(['two-of-one-lease', 'exit-once']);
});

it('a seed played twice gives the same history, to the byte', async () => {
  const [first, second] = [await runVirtual(drawSchedule(8)), await runVirtual(drawSchedule(8))];
  expect(second.digest).toBe(first.digest);
});

it('a seed gives the same history in a process with another time zone, language, home and heap', async () => {
  const { digest } = await runVirtual(drawSchedule(8));
  const printed = execFileSync(
    process.execPath,
    [
      '--max-semi-space-size=1',
      '--import',
      'tsx',
      join(REPOSITORY, 'sim/src/virtual/main.ts'),
      '--from',
      '8',
    ],
    {
      cwd: REPOSITORY,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8', HOME: '/nowhere' },
    },
  );
  expect(printed).toContain(`; ${digest.slice(0, 16)})`);
});
