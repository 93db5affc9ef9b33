/**
 * The safety test: `./platform test safety`. A seed becomes a schedule (schedule/), which is played against a
 * real executor process, PostgreSQL, NATS and the simulated venue (world/); what happened becomes a history
 * (history/), which checkers judge (checkers/). build/ makes the executor's bundle: production's sources with
 * crash points and a wall clock that can be moved. The same in one process and in virtual time, by the
 * hundred, is virtual/.
 */
import regressions from '../regressions.json' with { type: 'json' };
import { parseArguments, type SafetyArguments, WrongArguments } from './arguments';
import { describeExcused } from './excused';

/** A storm. What processes alone can show takes its time; breadth is the simulation's. */
const FIRST_SEEDS = 1;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const seeds = chosenSeeds(parseArguments(process.argv.slice(2)));
  // Wrong arguments are reported before anything heavy is loaded.
  const { runSeeds } = await import('./run-seeds');
  const { failed, excused } = await runSeeds(seeds, print);
  print(
    failed.length === 0 ? `${seeds.length} seeds, everything held` : `failed seeds: ${failed.join(', ')}`,
  );
  print(describeExcused(excused));
  return failed.length === 0 ? 0 : 1;
}

/** Without a word: the first, and every seed that ever failed. `--from` alone: that one. */
function chosenSeeds({ from, seeds: count }: SafetyArguments): number[] {
  const isOpen = from === undefined && count === undefined;
  const drawn = Array.from(
    { length: count ?? (isOpen ? FIRST_SEEDS : 1) },
    (_, index) => (from ?? 1) + index,
  );
  return [...new Set([...(isOpen ? regressions : []), ...drawn])];
}

// Leaving by exit() takes the servers and the executor along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  // The bundler and pools that are still closing must not hold the result back.
  process.exit(await main());
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error;
  process.stderr.write(`platform test safety: ${error.message}\n`);
  process.exit(2);
}
