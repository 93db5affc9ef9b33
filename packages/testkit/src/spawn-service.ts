/** A service as a process of its own, from the same bundle that `./platform up` runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceName } from '@platform/contracts';
import { NODE_OPTIONS } from '@platform/service-kit/node-options';
import { buildServices, bundlePath } from '@platform/stack';

export interface SpawnedService {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it has logged so far. */
  output(): string;
  /** Sends the signal and resolves with the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A service that ended before it listened. */
export class ServiceEnded extends Error {
  constructor(
    readonly exitCode: number | null,
    readonly output: string,
  ) {
    super(`the service ended with ${exitCode} before it listened:\n${output}`);
  }
}

/**
 * Its environment is exactly `env`, plus PATH; `program` is another build of it. Resolves when it logs that
 * it listens.
 */
export async function spawnService(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  program?: string,
): Promise<SpawnedService> {
  if (program === undefined) await built(name);
  const child = spawn(process.execPath, [...NODE_OPTIONS[name], program ?? bundlePath(name)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  let output = '';
  let found: number | undefined;
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      found ??= listeningPort(output);
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => reject(new ServiceEnded(code, output)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

const builds = new Map<ServiceName, Promise<void>>();

/** Once per process: sources do not change while tests run. */
function built(name: ServiceName): Promise<void> {
  const build = builds.get(name) ?? buildServices([name]);
  builds.set(name, build);
  return build;
}

function listeningPort(output: string): number | undefined {
  const line = output.split('\n').find((text) => text.includes('"msg":"listening"') && text.endsWith('}'));
  return line === undefined ? undefined : (JSON.parse(line) as { port: number }).port;
}
