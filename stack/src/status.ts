/** What of the stack runs, as found in the kernel and by asking each process, not as last written down. */
import { type Home, homeFromEnvironment } from './home';
import { lockHolder } from './lock';
import { readyUrl } from './plan/ready-url';
import type { Ports } from './ports';
import { answers } from './probe';
import { isAlive, residentBytes } from './process/identity';
import { loadSecrets, type Secrets } from './secrets';
import { type RecordedProcess, readState, type StackState } from './state';

export interface ProcessStatus {
  readonly name: string;
  readonly state: 'running' | 'restarting' | 'failed' | 'stopped';
  readonly pid: number | null;
  readonly port: number;
  readonly ready: boolean;
  readonly restarts: number;
  readonly uptimeMs: number;
  readonly residentBytes: number;
}

export interface StackStatus {
  readonly home: Home;
  /** Undefined when no stack was started here, or it was stopped. */
  readonly ports: Ports | undefined;
  readonly launcherPid: number | undefined;
  readonly processes: readonly ProcessStatus[];
  readonly allReady: boolean;
}

export async function stackStatus(environment: NodeJS.ProcessEnv): Promise<StackStatus> {
  const home = homeFromEnvironment(environment);
  const launcherPid = lockHolder(home)?.pid;
  const state = readState(home);
  if (state === undefined) return { home, ports: undefined, launcherPid, processes: [], allReady: false };
  const secrets = loadSecrets(home);
  const look = async (record: RecordedProcess) =>
    await processStatus(record, state, secrets, launcherPid !== undefined);
  const processes = await Promise.all(state.processes.map(look));
  const allReady = launcherPid !== undefined && processes.length > 0 && processes.every(({ ready }) => ready);
  return { home, ports: state.ports, launcherPid, processes, allReady };
}

async function processStatus(
  record: RecordedProcess,
  { ports }: StackState,
  secrets: Secrets,
  supervised: boolean,
): Promise<ProcessStatus> {
  const alive = isAlive(record);
  return {
    name: record.name,
    state: alive ? 'running' : stateOfTheDead(record, supervised),
    pid: alive ? record.pid : null,
    port: record.ports[0] ?? 0,
    ready: alive && (await answers(readyUrl(record.name, { ports, secrets }))),
    restarts: record.restarts,
    uptimeMs: alive ? Date.now() - record.startedAtMs : 0,
    residentBytes: alive ? residentBytes(record.pid) : 0,
  };
}

function stateOfTheDead(record: RecordedProcess, supervised: boolean): ProcessStatus['state'] {
  if (record.gaveUp !== undefined) return 'failed';
  return supervised ? 'restarting' : 'stopped';
}
