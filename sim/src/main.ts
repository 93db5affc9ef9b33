/**
 * The safety test: `./platform test safety`. A seed becomes a schedule (schedule/), which is played against a real executor process,
 * PostgreSQL, NATS and the simulated venue (world/); what happened becomes a history (history/), which checkers judge (checkers/).
 * build/ makes the executor's bundle: production's sources with crash points, a faster clock and, on demand, a planted bug.
 */
import regressions from '../regressions.json' with { type: 'json' };
import { parseArguments, WrongArguments } from './arguments';
import { PLANTED_BUGS } from './build/planted-bugs';
import { runPlanted } from './run-planted';
import { runSeeds } from './run-seeds';
import { Servers } from './world/servers';

const HANDFUL = 5;
const MAX_SEEDS_PER_BUG = 50;
/** How much faster than in production the executor's time passes; `--full` takes the real times. */
const TIME_FACTOR = 4;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { from, seeds, mode, isFull, bug } = parseArguments(process.argv.slice(2));
  if (bug !== undefined && !PLANTED_BUGS.some(({ name }) => name === bug)) {
    const names = PLANTED_BUGS.map(({ name }) => name).join(', ');
    throw new WrongArguments(`no planted bug is called ${bug}; there are: ${names}`);
  }
  const timeFactor = isFull ? 1 : TIME_FACTOR;
  print('starting PostgreSQL and NATS');
  const servers = await Servers.start();
  try {
    if (mode === 'planted') {
      const escaped = await runPlanted({
        servers,
        timeFactor,
        from,
        maxSeeds: seeds ?? MAX_SEEDS_PER_BUG,
        bug,
        print,
      });
      if (escaped.length > 0) print(`\nnot caught: ${escaped.join(', ')}`);
      return escaped.length === 0 ? 0 : 1;
    }
    const drawn = Array.from({ length: seeds ?? HANDFUL }, (_, index) => from + index);
    const all = [...new Set([...(seeds === undefined ? regressions : []), ...drawn])];
    const failed = await runSeeds({ servers, seeds: all, timeFactor, print });
    print(
      failed.length === 0 ? `${all.length} seeds, everything held` : `failed seeds: ${failed.join(', ')}`,
    );
    return failed.length === 0 ? 0 : 1;
  } finally {
    await servers.close();
  }
}

// Leaving by exit() takes the servers and the executor along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  // The bundler and pools that are still closing must not hold the result back.
  process.exit(await main());
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error;
  process.stderr.write(`platform test safety: ${error.message}\n`);
  process.exitCode = 2;
}
