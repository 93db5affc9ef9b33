/**
 * The simulation in one process: `./platform test simulation`. The same schedules, driver and checkers as the
 * safety test, with virtual time, tables in memory and the venue in the same process: see docs/safety.md.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import regressions from '../../regressions-virtual.json' with { type: 'json' };
import { describeExcused, isTooMuchExcused, TOO_MUCH_EXCUSED } from '../excused';
import { parseArguments, type SimulationArguments, WrongArguments } from './arguments';
import type { SeedReport } from './seed-worker';

/** Without options: as many new ones, drawn from what is committed, and every seed that ever failed. */
const DRAWN_SEEDS = 300;
const SIMULATED = ['packages', 'services', 'sim'];
const SEEDS_PER_BUG = 200;
/** Up to so many seeds have a line each, more of them one line in so many. */
const PRINTED_SEEDS = 20;
const PRINTED_EVERY = 50;
const MINIMISED_FAILURES = 3;
const TABLE = 'docs/planted-bugs.md';

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const given = parseArguments(process.argv.slice(2));
  if (given.mode === 'planted') return huntBugs(given);
  const played = await playSeeds(chosenSeeds(given), given.isJson);
  const planted = isOpen(given) && !given.isJson ? await replantBugs() : 0;
  return Math.max(played, planted);
}

async function playSeeds(seeds: readonly number[], isJson: boolean): Promise<number> {
  const { runSeeds, describeFailure } = await import('./run-seeds');
  const startedMs = performance.now();
  const failures: SeedReport[] = [];
  let done = 0;
  const { failed, lastedMs, excused } = await runSeeds(seeds, (report) => {
    done += 1;
    const isPrinted =
      seeds.length <= PRINTED_SEEDS || report.violations.length > 0 || done % PRINTED_EVERY === 0;
    if (isPrinted && !isJson) print(`[${done}/${seeds.length}] ${summary(report)}`);
    if (report.violations.length > 0) failures.push(report);
  });
  const tookS = (performance.now() - startedMs) / 1_000;
  const isBlind = isTooMuchExcused(excused, seeds.length);
  const exitCode = failed.length === 0 && !isBlind ? 0 : 1;
  if (isJson) {
    print(JSON.stringify({ seeds: seeds.length, failed, took_s: tookS, lasted_ms: lastedMs, excused }));
    return exitCode;
  }
  for (const failure of failures.slice(0, MINIMISED_FAILURES))
    for (const line of await describeFailure(failure)) print(line);
  print(
    `${seeds.length} seeds from ${seeds[0]} on in ${tookS.toFixed(0)} s, ${(lastedMs / 3_600_000).toFixed(1)} hours of trading: ` +
      (failed.length === 0 ? 'everything held' : `failed seeds: ${failed.join(', ')}`),
  );
  print(describeExcused(excused));
  if (isBlind) print(TOO_MUCH_EXCUSED);
  return exitCode;
}

function summary({ seed, digest, counts, violations }: SeedReport): string {
  const verdict = violations.length === 0 ? 'everything held' : `${violations.length} VIOLATIONS`;
  const scene = `${counts.intents} intents, ${counts.orders} orders, ${counts.fills} fills, ${counts.lives} lives`;
  return `seed ${seed}: ${verdict} (${scene}; ${digest.slice(0, 16)})`;
}

async function huntBugs({ from = 1, seeds, bug }: SimulationArguments): Promise<number> {
  const [{ PLANTED_BUGS }, { huntAll, plantedTable }] = await Promise.all([
    import('../planted'),
    import('./run-planted'),
  ]);
  const bugs = PLANTED_BUGS.filter(({ name }) => bug === undefined || name === bug);
  if (bugs.length === 0) {
    const names = PLANTED_BUGS.map(({ name }) => name).join(', ');
    throw new WrongArguments(`no planted bug is called ${bug}; there are: ${names}`);
  }
  const caught = await huntAll(bugs, { from, maxSeeds: seeds ?? SEEDS_PER_BUG, print });
  const table = plantedTable(caught);
  for (const line of ['', ...table]) print(line);
  if (bug === undefined && from === 1 && seeds === undefined) {
    const text = [
      '# Planted bugs',
      '',
      'Written by `./platform test simulation --planted`: each bug and the first seed that catches it. See [the safety test](safety.md).',
      '',
      ...table,
      '',
    ];
    writeFileSync(join(REPOSITORY, TABLE), text.join('\n'));
  }
  const escaped = caught.filter(({ seed }) => seed === undefined).map(({ bug: { name } }) => name);
  if (escaped.length > 0) print(`\nnot caught: ${escaped.join(', ')}`);
  return escaped.length === 0 ? 0 : 1;
}

/** Each bug in the seed that is recorded for it. */
async function replantBugs(): Promise<number> {
  const [{ PLANTED_BUGS }, { escapedAt, recordedSeeds }] = await Promise.all([
    import('../planted'),
    import('./run-planted'),
  ]);
  const startedMs = performance.now();
  const recorded = recordedSeeds(readFileSync(join(REPOSITORY, TABLE), 'utf8'));
  const escaped = await escapedAt(recorded, PLANTED_BUGS);
  const tookS = ((performance.now() - startedMs) / 1_000).toFixed(0);
  const caught = PLANTED_BUGS.length - escaped.length;
  print(`${caught} of ${PLANTED_BUGS.length} planted bugs caught in their recorded seeds in ${tookS} s`);
  if (escaped.length === 0) return 0;
  for (const { name } of escaped)
    print(`  ${name}: not caught in seed ${recorded.get(name) ?? '–, which is missing'}`);
  print(`  find where they are caught now: ./platform test simulation --planted, which writes ${TABLE}`);
  return 1;
}

/** Without seeds of its own: everything is tried. */
function isOpen({ from, seeds }: SimulationArguments): boolean {
  return from === undefined && seeds === undefined;
}

/** `--from` alone: that one. */
function chosenSeeds(given: SimulationArguments): number[] {
  const first = given.from ?? (isOpen(given) ? drawnSeed() : 1);
  const count = given.seeds ?? (isOpen(given) ? DRAWN_SEEDS : 1);
  const drawn = Array.from({ length: count }, (_, index) => first + index);
  return [...new Set([...(isOpen(given) ? regressions : []), ...drawn])];
}

/**
 * Every state of what is simulated plays other seeds, and the same state the same ones; without git, the
 * first ones.
 */
function drawnSeed(): number {
  try {
    const trees = execFileSync('git', ['rev-parse', ...SIMULATED.map((folder) => `HEAD:${folder}`)], {
      cwd: REPOSITORY,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return 1 + Number.parseInt(createHash('sha256').update(trees).digest('hex').slice(0, 7), 16);
  } catch {
    return 1;
  }
}

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error;
  process.stderr.write(`platform test simulation: ${error.message}\n`);
  process.exit(2);
}
