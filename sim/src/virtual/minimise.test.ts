import { expect, it } from 'vitest';
import { plantedBug } from '../planted';
import { drawSchedule } from '../schedule/schedule';
import { runVirtual } from './run-seed';
import { describeFailure } from './run-seeds';

it('a failure is described with the one action that the planted bug needs, whatever else was scheduled', async () => {
  const seed = 1;
  const bug = plantedBug('half-a-stop')!;
  const drawn = drawSchedule(seed);
  const beginning = {
    ...drawn,
    liveBots: [],
    actions: drawn.actions.slice(0, 6),
    statementLoss: 0,
    durationMs: 12_000,
  };
  const { violations } = await runVirtual(beginning, bug);
  expect(violations[0]?.invariant).toBe('I17');
  const lines = await describeFailure({ seed, violations }, beginning, bug);
  expect(lines).toContain('  1 of 6 actions still break I17:');
  expect(lines.filter((line) => / s {2}\w+ wants (long|short), \d+ USD$/.test(line))).toHaveLength(1);
  expect(lines).toContain(`  again: ./platform test simulation --from ${seed}`);
});
