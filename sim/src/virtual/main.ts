/**
 * The simulation in one process: `./platform test simulation`. The same schedules, driver and checkers as the safety test, with virtual
 * time, tables in memory and the venue in the same process: see docs/safety.md.
 */
import { execFileSync } from 'node:child_process';
import { REPOSITORY } from '@platform/stack';
import regressions from '../../regressions-virtual.json' with { type: 'json' };
import { parseArguments, type SimulationArguments, WrongArguments } from './arguments';

/** Without a word: as many new ones, drawn from the commit, and every seed that ever failed. */
const DRAWN_SEEDS = 300;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const given = parseArguments(process.argv.slice(2));
  const { runSeeds, describeFailure } = await import('./run-seeds');
  const seeds = chosenSeeds(given);
  const startedMs = performance.now();
  const failures: Parameters<typeof describeFailure>[0][] = [];
  let done = 0;
  const { failed, lastedMs } = await runSeeds(seeds, (report) => {
    done += 1;
    const { seed, digest, counts, violations } = report;
    const isTold = seeds.length <= 20 || violations.length > 0 || done % 50 === 0;
    const verdict = violations.length === 0 ? 'everything held' : `${violations.length} VIOLATIONS`;
    const scene = `${counts.intents} intents, ${counts.orders} orders, ${counts.fills} fills, ${counts.lives} lives`;
    if (isTold)
      print(`[${done}/${seeds.length}] seed ${seed}: ${verdict} (${scene}; ${digest.slice(0, 16)})`);
    if (violations.length > 0) failures.push(report);
  });
  const tookS = (performance.now() - startedMs) / 1_000;
  for (const failure of failures.slice(0, 3)) for (const line of await describeFailure(failure)) print(line);
  print(
    `${seeds.length} seeds from ${seeds[0]} on in ${tookS.toFixed(0)} s, ${(lastedMs / 3_600_000).toFixed(1)} hours of trading: ` +
      (failed.length === 0 ? 'everything held' : `failed seeds: ${failed.join(', ')}`),
  );
  return failed.length === 0 ? 0 : 1;
}

/** `--from` alone: that one. */
function chosenSeeds({ from, seeds }: SimulationArguments): number[] {
  const isOpen = from === undefined && seeds === undefined;
  const first = from ?? (isOpen ? seedOfCommit() : 1);
  const count = seeds ?? (isOpen ? DRAWN_SEEDS : 1);
  const drawn = Array.from({ length: count }, (_, index) => first + index);
  return [...new Set([...(isOpen ? regressions : []), ...drawn])];
}

/** Every commit runs other seeds, and the same commit the same ones. */
function seedOfCommit(): number {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: REPOSITORY, encoding: 'utf8' });
  return Number.parseInt(commit.slice(0, 7), 16) + 1;
}

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error;
  process.stderr.write(`platform test simulation: ${error.message}\n`);
  process.exit(2);
}
