/**
 * Imports each strategy of the user's own in a process apart, before it is built in. All of them stand in one
 * registry: a module that throws, takes all memory or never comes to an end would take the manager and every
 * bot with it, whatever they trade.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorFault } from './fault';
import { bundleProgram, NAMED, type OwnStrategy, ownStrategies } from './own-strategies';

/** An import takes milliseconds; a machine that is busy may take a thousand times as long. */
const MOST_MS = 30_000;
/** So that one that takes all memory takes no other process with it. */
export const HEAP_MIB = 1_024;

export async function refuseBrokenModules(folder: string, mostMs = MOST_MS): Promise<void> {
  const strategies = ownStrategies(folder);
  if (strategies.length === 0) return;
  const scratch = mkdtempSync(join(tmpdir(), 'platform-own-'));
  try {
    const program = join(scratch, 'import.mjs');
    await bundleProgram(programOf(strategies), folder, program);
    const { output, complaint, isLate } = await run(program, mostMs);
    const begun = output.trim().split('\n').at(-1);
    if (begun === OVER) return;
    const broken = strategies.find(({ name }) => name === begun) ?? strategies[0]!;
    const reason = isLate ? 'it does not come to an end' : faultIn(complaint);
    throw new OperatorFault(
      `${broken.file} cannot be imported: ${reason}. ./platform strategy check ${broken.name} says where; nothing was built.`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What Node ends with when a module waits at its top for what never comes. */
export const NEVER_SETTLED = 13;

/**
 * What a process that was ended by a strategy says on its standard error: the user's line where there is one,
 * and why.
 */
export function faultIn(complaint: string): string {
  if (/heap out of memory/.test(complaint)) return 'it takes all memory';
  const place = /([^/\\(\s]+\.ts:\d+)/.exec(complaint)?.[1];
  const reason = /^\w*Error:.*$/m.exec(complaint)?.[0];
  return `${place === undefined ? '' : `${place}: `}${reason ?? 'its process ended without a word'}`;
}

const OVER = 'every strategy was imported';

function programOf(strategies: readonly OwnStrategy[]): string {
  const loads = strategies.map(
    ({ name, file }) => `[${JSON.stringify(name)}, () => import(${JSON.stringify(file)})]`,
  );
  return `import { writeSync } from 'node:fs';
${NAMED}
for (const [name, load] of [${loads.join(', ')}]) {
  writeSync(1, name + '\\n');
  named(name, (await load()).default);
}
writeSync(1, '${OVER}\\n');
process.exit(0);`;
}

interface Ended {
  readonly output: string;
  readonly complaint: string;
  readonly isLate: boolean;
}

function run(program: string, timeout: number): Promise<Ended> {
  const args = [`--max-old-space-size=${HEAP_MIB}`, '--enable-source-maps', program];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout, killSignal: 'SIGKILL' }, (error, output, complaint) =>
      resolve({ output, complaint, isLate: error?.killed === true || error?.code === NEVER_SETTLED }),
    );
  });
}
