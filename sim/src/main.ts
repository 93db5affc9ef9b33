/**
 * The safety test: `./platform test safety`. A seed becomes a schedule (schedule/), which is played against a real executor process,
 * PostgreSQL, NATS and the simulated venue (world/); what happened becomes a history (history/), which checkers judge (checkers/).
 * build/ makes the executor's bundle: production's sources with crash points, a faster clock and, on demand, a planted bug.
 */
import regressions from '../regressions.json' with { type: 'json' };
import { parseArguments, WrongArguments } from './arguments';
import { PLANTED_BUGS } from './build/planted-bugs';

const MAX_SEEDS_PER_BUG = 50;
/** Two storms and an outage. */
const FIRST_SEEDS = 3;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { from, seeds, mode, isFull, bug } = parseArguments(process.argv.slice(2));
  if (bug !== undefined && !PLANTED_BUGS.some(({ name }) => name === bug)) {
    const names = PLANTED_BUGS.map(({ name }) => name).join(', ');
    throw new WrongArguments(`no planted bug is called ${bug}; there are: ${names}`);
  }
  // Wrong arguments are told before anything heavy is loaded.
  const [{ measurePace }, { runPlanted }, { runSeeds, percent }, { Servers }] = await Promise.all([
    import('./pace'),
    import('./run-planted'),
    import('./run-seeds'),
    import('./world/servers'),
  ]);
  const timeFactor = isFull ? 1 : await measurePace();
  print(`starting PostgreSQL and NATS; the executor's time will pass ${timeFactor} times as fast`);
  const servers = await Servers.start();
  try {
    if (mode === 'planted') {
      const escaped = await runPlanted({
        servers,
        timeFactor,
        from: from ?? 1,
        maxSeeds: seeds ?? MAX_SEEDS_PER_BUG,
        bug,
        print,
      });
      if (escaped.length > 0) print(`\nnot caught: ${escaped.join(', ')}`);
      return escaped.length === 0 ? 0 : 1;
    }
    const all = chosenSeeds(from, seeds);
    const { failed, excused } = await runSeeds({ servers, seeds: all, timeFactor, print });
    print(
      failed.length === 0 ? `${all.length} seeds, everything held` : `failed seeds: ${failed.join(', ')}`,
    );
    print(`${percent(excused)} of the schedules excuse a position without a stop`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await servers.close();
  }
}

/** Without a word: the first few, and every seed that ever failed. `--from` alone: that one. */
function chosenSeeds(from: number | undefined, count: number | undefined): number[] {
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
