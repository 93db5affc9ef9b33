/** Proof that the harness has teeth: each planted bug must be caught within a number of seeds, and the table says where and by whom. */
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { buildExecutor } from './build/executor-bundle';
import type { PlantedBug } from './build/planted-bug';
import { PLANTED_BUGS } from './build/planted-bugs';
import { summary } from './run-seeds';
import { runSeed } from './world/run-seed';
import type { Servers } from './world/servers';

const SHOWN = 5;

export interface PlantedOptions {
  readonly servers: Servers;
  readonly timeFactor: number;
  readonly from: number;
  readonly maxSeeds: number;
  readonly bug: string | undefined;
  print(line: string): void;
}

interface Catch {
  readonly seed: number;
  readonly after: number;
  readonly invariants: readonly string[];
}

/** The bugs that got away. */
export async function runPlanted(options: PlantedOptions): Promise<string[]> {
  const bugs = PLANTED_BUGS.filter(({ name }) => options.bug === undefined || name === options.bug);
  const rows: string[] = [];
  const escaped: string[] = [];
  for (const bug of bugs) {
    options.print(`planted ${bug.name}: ${bug.story}`);
    const caught = await hunt(bug, options);
    if (caught === undefined) escaped.push(bug.name);
    const by = caught === undefined ? 'nobody' : caught.invariants.join(', ');
    rows.push(
      `| ${bug.name} | ${bug.story} | ${caught?.seed ?? '-'} | ${caught?.after ?? options.maxSeeds} | ${by} |`,
    );
  }
  options.print(
    '\n| planted bug | what it does | caught in seed | seeds needed | by |\n|---|---|---|---|---|',
  );
  for (const row of rows) options.print(row);
  return escaped;
}

async function hunt(bug: PlantedBug, options: PlantedOptions): Promise<Catch | undefined> {
  const { servers, timeFactor, from, maxSeeds, print } = options;
  const directory = join(REPOSITORY, 'dist', 'safety', 'planted', bug.name);
  const bundle = join(directory, 'executor.mjs');
  await buildExecutor({ timeFactor, patches: bug.patches, outfile: bundle });
  for (let seed = from; seed < from + maxSeeds; seed += 1) {
    const { databaseSetup = [] } = bug;
    const result = await runSeed({
      servers,
      seed,
      bundle,
      databaseSetup,
      timeFactor,
      logDirectory: directory,
    });
    print(`  ${summary(seed, result)}`);
    const seen = result.violations.filter(({ invariant }) => bug.breaks.includes(invariant));
    for (const { invariant, detail } of result.violations.slice(0, SHOWN))
      print(`    ${invariant} ${detail}`);
    if (seen.length === 0) continue;
    const invariants = [...new Set(seen.map(({ invariant }) => invariant))];
    return { seed, after: seed - from + 1, invariants };
  }
  return undefined;
}
