/**
 * Proof that the checkers have teeth: every planted bug must be caught within a number of seeds. The table
 * says where and by whom, and each is planted there again whenever the simulation is run as a whole.
 */
import type { PlantedBug } from '../planted/planted-bug';
import { onAllCores, type RunSeed } from './threads';

export interface Hunt {
  readonly from: number;
  readonly maxSeeds: number;
  print(line: string): void;
}

export interface Caught {
  readonly bug: PlantedBug;
  /** The first seed in which an invariant broke that the bug violates; undefined when it got away. */
  readonly seed: number | undefined;
  readonly by: readonly string[];
}

/** In the order of the bugs. */
export async function huntAll(bugs: readonly PlantedBug[], hunt: Hunt): Promise<Caught[]> {
  const caught = new Map<PlantedBug, Caught>();
  await onAllCores(bugs, async (bug, runSeed) => {
    const found = await huntOne(bug, hunt, runSeed);
    caught.set(bug, found);
    const where = found.seed === undefined ? 'NOT CAUGHT' : `seed ${found.seed}, by ${found.by.join(', ')}`;
    hunt.print(`[${caught.size}/${bugs.length}] ${bug.name}: ${where}`);
  });
  return bugs.map((bug) => caught.get(bug)!);
}

async function huntOne(
  bug: PlantedBug,
  { from, maxSeeds }: Pick<Hunt, 'from' | 'maxSeeds'>,
  runSeed: RunSeed,
): Promise<Caught> {
  for (let seed = from; seed < from + maxSeeds; seed += 1) {
    const { violations } = await runSeed({ seed, bug: bug.name });
    const seen = violations.map(({ invariant }) => invariant).filter((name) => bug.breaks.includes(name));
    if (seen.length > 0) return { bug, seed, by: [...new Set(seen)] };
  }
  return { bug, seed: undefined, by: [] };
}

export function plantedTable(caught: readonly Caught[]): string[] {
  return [
    '| planted bug | what it does | first caught in seed | by |',
    '|---|---|---|---|',
    ...caught.map(
      ({ bug, seed, by }) => `| ${bug.name} | ${bug.story} | ${seed ?? '–'} | ${by.join(', ') || '–'} |`,
    ),
  ];
}

/** By the name of the bug, the seed that the table has for it. */
export function recordedSeeds(table: string): ReadonlyMap<string, number> {
  const rows = table.matchAll(/^\| ([a-z-]+) \|.*\| (\d+) \| I/gm);
  return new Map([...rows].map(([, name, seed]) => [name!, Number(seed)]));
}

/** Those that are not caught any more in the seed where they were, or never were. */
export async function escapedAt(
  recorded: ReadonlyMap<string, number>,
  bugs: readonly PlantedBug[],
): Promise<PlantedBug[]> {
  const escaped: PlantedBug[] = [];
  await onAllCores(bugs, async (bug, runSeed) => {
    const from = recorded.get(bug.name);
    const found = from === undefined ? undefined : await huntOne(bug, { from, maxSeeds: 1 }, runSeed);
    if (found?.seed === undefined) escaped.push(bug);
  });
  return bugs.filter((bug) => escaped.includes(bug));
}
