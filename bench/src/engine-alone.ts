/**
 * What a strategy does in processes that the rest of the benchmark has not warmed: its speed where no other strategy ever ran, and
 * its very first run, where it comes alone and where all strategies come one after the other. A process has only one first run of
 * a strategy, so several processes take turns and the best of each speed counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface AloneSpeeds {
  /** First run of the process, all of the engine still to be compiled. */
  readonly cold: number;
  readonly warm: number;
}

const PROCESSES = 6;

export async function measureAlone(strategyName: string): Promise<AloneSpeeds> {
  const [cold, warm] = await bestSpeeds(new URL('./engine-alone-process.ts', import.meta.url), [
    strategyName,
  ]);
  return { cold: cold!, warm: warm! };
}

/** Of each strategy, in the order given. */
export async function measureFirstRuns(strategyNames: readonly string[]): Promise<Map<string, number>> {
  const speeds = await bestSpeeds(new URL('./engine-first-runs-process.ts', import.meta.url), strategyNames);
  return new Map(strategyNames.map((name, k) => [name, speeds[k]!]));
}

async function bestSpeeds(script: URL, args: readonly string[]): Promise<number[]> {
  let best: number[] = [];
  for (let k = 0; k < PROCESSES; k++) {
    const speeds = await speedsOf(fileURLToPath(script), args);
    best = speeds.map((speed, place) => Math.max(speed, best[place] ?? 0));
  }
  return best;
}

async function speedsOf(script: string, args: readonly string[]): Promise<number[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`timing ${args.join(', ')} ended with exit code ${code}`);
  return JSON.parse(output) as number[];
}
