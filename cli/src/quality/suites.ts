/**
 * The test suites and how each is run. Suites run in this order; one failing does not keep the others from
 * running.
 */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, runTool, type ToolRun } from './run-tool';

const WRONG_ARGUMENTS = 2;
/** Suites that take options. */
const SEEDED: ReadonlySet<string> = new Set(['safety', 'simulation', 'deploys']);

export interface Suite {
  readonly name: string;
  readonly summary: string;
  /** What mostly waits for a download: begins with the first suite, and must be done before this one. */
  prepare?(cwd: string): Promise<ToolRun>;
  /** It runs only when it is named. */
  readonly isExtra?: true;
  /** Returns the exit code. Output goes straight to the terminal. Only the seeded suites take options. */
  run(cwd: string, options: readonly string[]): Promise<number>;
}

/** Where the test runner names what failed (vitest.config.ts), to be said again after the last suite. */
const FAILURES_PATH = join(tmpdir(), `platform-test-failures-${process.pid}`);

function vitest(project: string, ...options: readonly string[]): Suite['run'] {
  return async (cwd) => {
    const run = { cwd, stream: true, env: { TEST_FAILURES: FAILURES_PATH } };
    return (await runTool('vitest', ['run', '--project', project, ...options], run)).exitCode;
  };
}

async function takeFailures(): Promise<string> {
  const failures = await readFile(FAILURES_PATH, 'utf8').catch(() => '');
  await rm(FAILURES_PATH, { force: true });
  return failures;
}

/** Most of these tests wait for a process, a socket or a deadline: six files at once keep two cores busy. */
const MOSTLY_WAITING = '--maxWorkers=6';

function setUpLab(cwd: string): Promise<ToolRun> {
  const home = join(cwd, 'lab');
  return runProgram(join(home, 'setup'), [], { cwd: home });
}

let watchers: Promise<ToolRun> | undefined;

/** Prometheus and Alertmanager, once for all suites. Says what is not tested where they cannot be had. */
function fetchWatchers(): Promise<ToolRun> {
  watchers ??= (async () => {
    const { fetchWatching, findWatching } = await import('@platform/stack');
    const found = findWatching('') ?? (await fetchWatching('', () => undefined));
    const output = typeof found === 'string' ? `SKIPPED, no alert is tested: ${found}\n` : '';
    return { exitCode: 0, output };
  })();
  return watchers;
}

/** The reference's own checks, in the virtual environment that lab/setup makes. */
async function lab(cwd: string): Promise<number> {
  const home = join(cwd, 'lab');
  for (const command of [
    ['ruff', 'check', '.'],
    ['ruff', 'format', '--check', '.'],
    ['mypy'],
    ['pytest', '-q'],
  ]) {
    const run = await runProgram(join(home, '.venv/bin/python'), ['-m', ...command], {
      cwd: home,
      stream: true,
    });
    if (run.exitCode !== 0) return run.exitCode;
  }
  return 0;
}

/** The console in a browser. Says that nothing was tested where no browser can be had. */
async function browser(cwd: string, options: readonly string[]): Promise<number> {
  const { chromium } = await import('@platform/stack');
  try {
    await chromium((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stdout.write(`SKIPPED, nothing of it was tested: ${(error as Error).message}\n`);
    return 0;
  }
  return await vitest('console')(cwd, options);
}

/** Seeded faults against real processes; see docs/safety.md. */
async function safety(cwd: string, options: readonly string[]): Promise<number> {
  return (await runTool('tsx', ['sim/src/main.ts', ...options], { cwd, stream: true })).exitCode;
}

/** The same faults in one process and in virtual time, by the hundred. */
async function simulation(cwd: string, options: readonly string[]): Promise<number> {
  return (await runTool('tsx', ['sim/src/virtual/main.ts', ...options], { cwd, stream: true })).exitCode;
}

const DEPLOY_OPTIONS: Readonly<Record<string, string>> = {
  '--seeds': 'DEPLOY_SEEDS',
  '--from': 'DEPLOY_FROM',
};

/**
 * Deploys killed at every step, or with a bug planted in each; ten seeds and the bugs that show quickly are
 * part of the integration suite.
 */
async function deploys(cwd: string, options: readonly string[]): Promise<number> {
  const isPlanted = options.length === 1 && options[0] === '--planted';
  const env: Record<string, string> = isPlanted ? { DEPLOY_PLANTED: 'all' } : {};
  for (let k = 0; k < options.length && !isPlanted; k += 2) {
    const name = DEPLOY_OPTIONS[options[k]!];
    const value = options[k + 1] ?? '';
    if (name === undefined || !/^\d{1,9}$/.test(value)) {
      process.stderr.write(
        'platform: ./platform test deploys takes --seeds COUNT and --from SEED, or --planted\n',
      );
      return WRONG_ARGUMENTS;
    }
    env[name] = value;
  }
  const file = `services/manager/test/deploy-${isPlanted ? 'bugs' : 'faults'}.test.ts`;
  // Each round is named as it ends: a long run shows how far it is.
  const args = ['run', '--project', 'integration', '--reporter=verbose', file];
  return (await runTool('vitest', args, { cwd, stream: true, env })).exitCode;
}

export const SUITES: readonly Suite[] = [
  {
    name: 'unit',
    summary: 'pure logic and properties, no I/O',
    prepare: fetchWatchers,
    run: vitest('unit'),
  },
  { name: 'lab', summary: 'the Python reference: lint, types, tests', prepare: setUpLab, run: lab },
  { name: 'parity', summary: 'the engine against the reference, to the byte', run: vitest('parity') },
  {
    name: 'integration',
    summary: 'services on real PostgreSQL, NATS and HTTP',
    prepare: fetchWatchers,
    run: vitest('integration', MOSTLY_WAITING),
  },
  { name: 'console', summary: 'a whole stack and its console in a browser', run: browser },
  { name: 'gates', summary: 'every quality gate against a planted violation', run: vitest('gates') },
  {
    name: 'deploys',
    summary: 'green/blue deploys, killed at moments that a seed chooses',
    isExtra: true,
    run: deploys,
  },
  {
    name: 'simulation',
    summary: 'the executor in virtual time under seeded faults, repeatable to the byte',
    run: simulation,
  },
  // Last and alone: it measures times, so nothing else may compete with it.
  {
    name: 'safety',
    summary: 'the executor under seeded faults, judged by the ledger of the venue',
    run: safety,
  },
];

/**
 * Runs the named suites (all without names). Returns 2 for a name that does not exist or an option that no
 * suite takes.
 */
export async function runSuites(
  names: readonly string[],
  cwd: string,
  options: readonly string[] = [],
): Promise<number> {
  if (options.length > 0 && (names.length !== 1 || !SEEDED.has(names[0]!))) {
    process.stderr.write(
      `platform: ${options[0]} is an option of ${[...SEEDED].join(', ')}: ./platform test safety ${options.join(' ')}\n`,
    );
    return WRONG_ARGUMENTS;
  }
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    process.stderr.write(
      `platform: no suite called ${unknown.join(', ')}; there are: ${SUITES.map((suite) => suite.name).join(', ')}\n`,
    );
    return WRONG_ARGUMENTS;
  }
  const chosen =
    names.length === 0
      ? SUITES.filter(({ isExtra }) => isExtra === undefined)
      : SUITES.filter((suite) => names.includes(suite.name));
  const failed: string[] = [];
  const prepared = new Map(chosen.map((suite) => [suite, suite.prepare?.(cwd)]));
  for (const suite of chosen) {
    process.stdout.write(`\n=== ${suite.name}: ${suite.summary}\n`);
    const preparation = await prepared.get(suite);
    if (preparation !== undefined) process.stdout.write(preparation.output);
    const exitCode = preparation?.exitCode || (await suite.run(cwd, options));
    if (options.length > 0 && exitCode === WRONG_ARGUMENTS) return WRONG_ARGUMENTS;
    if (exitCode !== 0) failed.push(suite.name);
  }
  process.stdout.write(
    failed.length === 0 ? '\nAll suites pass.\n' : `\nFailed: ${failed.join(', ')}\n${await takeFailures()}`,
  );
  return failed.length === 0 ? 0 : 1;
}
