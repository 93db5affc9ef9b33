/** Proof that the checkers have teeth: every planted bug must be caught within a number of seeds. The table says where and by whom. */
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

async function huntOne(bug: PlantedBug, { from, maxSeeds }: Hunt, runSeed: RunSeed): Promise<Caught> {
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
