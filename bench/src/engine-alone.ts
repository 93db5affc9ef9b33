/**
 * One strategy in a process of its own: the speed it has when no other strategy ever ran, and that of its very first run.
 * A process has only one first run, so several processes take turns and the best of each speed counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface AloneSpeeds {
  /** First run of the process, everything still to be compiled. */
  readonly cold: number;
  readonly warm: number;
}

const PROCESSES = 4;

export async function measureAlone(strategyName: string): Promise<AloneSpeeds> {
  let [cold, warm] = [0, 0];
  for (let k = 0; k < PROCESSES; k++) {
    const speeds = await measureInProcess(strategyName);
    cold = Math.max(cold, speeds.cold);
    warm = Math.max(warm, speeds.warm);
  }
  return { cold, warm };
}

async function measureInProcess(strategyName: string): Promise<AloneSpeeds> {
  const script = fileURLToPath(new URL('./engine-alone-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, strategyName], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`timing ${strategyName} alone ended with exit code ${code}`);
  return JSON.parse(output) as AloneSpeeds;
}
