import { availableParallelism } from 'node:os';
import { GATES, type Gate } from './gates';
import { runTool } from './run-tool';

/** Enough to keep two cores busy; each gate takes about a gigabyte. */
const AT_ONCE = Math.min(2, availableParallelism());

/**
 * Runs every gate, also after one failed, and returns the exit code. Output is shown for failing gates only.
 */
export async function runCheck(cwd: string): Promise<number> {
  const waiting = [...GATES];
  let failures = 0;
  const work = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      if (!(await passes(gate, cwd))) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stdout.write(
    failures === 0 ? 'All gates pass.\n' : `${failures} of ${GATES.length} gates failed.\n`,
  );
  return failures === 0 ? 0 : 1;
}

async function passes({ name, proves, tool, args }: Gate, cwd: string): Promise<boolean> {
  const { exitCode, output } = await runTool(tool, args, { cwd });
  const verdict = exitCode === 0 ? 'ok' : `FAILED\n${output}`;
  process.stdout.write(`check ${name.padEnd(9)} ${proves} … ${verdict}\n`);
  return exitCode === 0;
}
