/** Runs ./platform commands in a home and on ports of their own, and finds what they leave behind. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@platform/testkit';
import { freePortOffset } from '../src/ports';
import { REPOSITORY } from '../src/repository';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly account?: { readonly uid: number; readonly gid: number };
  readonly environment?: Readonly<Record<string, string>>;
}

export interface TestStack {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  platform(args: readonly string[], options?: RunOptions): Promise<CommandResult>;
  /** Pids of every process that knows this home, by its arguments or its environment. */
  processes(): number[];
  /** Stops everything and removes the home. */
  dispose(): Promise<void>;
}

export interface TestStackOptions {
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function testStack(options: TestStackOptions = {}): Promise<TestStack> {
  const temporary = temporaryDirectory('stack');
  const root = options.home ?? join(temporary.path, 'home');
  // History is the data service's business, the console and the watching have suites of their own; these
  // tests are about processes.
  const environment = {
    PLATFORM_HOME: root,
    PLATFORM_PORT_OFFSET: String(await freePortOffset()),
    DEMO_STEPS: 'none',
    SKIP_CONSOLE: '1',
    SKIP_WATCHING: '1',
    ...options.environment,
  };
  const platform = async (args: readonly string[], run: RunOptions = {}) =>
    await runPlatform(args, { ...environment, ...run.environment }, run.account);
  return {
    home: root,
    environment,
    platform,
    processes: () => processesMentioning(root),
    dispose: async () => {
      if (processesMentioning(root).length > 0) await platform(['down']);
      for (const pid of processesMentioning(root)) process.kill(pid, 'SIGKILL');
      temporary.remove();
    },
  };
}

/** The command line as ./platform runs it once packages are installed. */
export function spawnPlatform(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  account?: RunOptions['account'],
) {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, ['--import', 'tsx', 'cli/src/main.ts', ...args], {
    ...account,
    cwd: REPOSITORY,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runPlatform(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  account: RunOptions['account'],
): Promise<CommandResult> {
  const child = spawnPlatform(args, environment, account);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function processesMentioning(path: string): number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids
    .filter((pid) => ['cmdline', 'environ'].some((file) => read(`/proc/${pid}/${file}`).includes(path)))
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
