/** The test suites and how each is run. Suites run in this order; one failing does not keep the others from running. */
import { join } from 'node:path';
import { runProgram, runTool } from './run-tool';

export interface Suite {
  readonly name: string;
  readonly summary: string;
  /** Returns the exit code. Output goes straight to the terminal. */
  run(cwd: string): Promise<number>;
}

function vitest(project: string): Suite['run'] {
  return async (cwd) =>
    (await runTool('vitest', ['run', '--project', project], { cwd, stream: true })).exitCode;
}

/** The reference's own checks, in the virtual environment that lab/setup makes. */
async function lab(cwd: string): Promise<number> {
  const home = join(cwd, 'lab');
  const setup = await runProgram(join(home, 'setup'), [], { cwd: home, stream: true });
  if (setup.exitCode !== 0) return setup.exitCode;
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

export const SUITES: readonly Suite[] = [
  { name: 'unit', summary: 'pure logic and properties, no I/O', run: vitest('unit') },
  { name: 'lab', summary: 'the Python reference: lint, types, tests', run: lab },
  { name: 'parity', summary: 'the engine against the reference, to the byte', run: vitest('parity') },
  { name: 'integration', summary: 'services on real PostgreSQL, NATS and HTTP', run: vitest('integration') },
  { name: 'gates', summary: 'every quality gate against a planted violation', run: vitest('gates') },
];

/** Runs the named suites (all without names). Returns 2 for a name that does not exist. */
export async function runSuites(names: readonly string[], cwd: string): Promise<number> {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    process.stderr.write(
      `platform: no suite called ${unknown.join(', ')}; there are: ${SUITES.map((suite) => suite.name).join(', ')}\n`,
    );
    return 2;
  }
  const chosen = names.length === 0 ? SUITES : SUITES.filter((suite) => names.includes(suite.name));
  const failed: string[] = [];
  for (const suite of chosen) {
    process.stdout.write(`\n=== ${suite.name}: ${suite.summary}\n`);
    if ((await suite.run(cwd)) !== 0) failed.push(suite.name);
  }
  process.stdout.write(failed.length === 0 ? '\nAll suites pass.\n' : `\nFailed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
}
