/**
 * run/stack.json: what the running (or killed) launcher started. It is written right after every spawn, so a
 * launcher that is killed leaves enough behind for the next command to find exactly its processes.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from './fault';
import type { Home } from './home';
import type { Ports } from './ports';
import type { ProcessIdentity } from './process/identity';

export interface RecordedProcess extends ProcessIdentity {
  readonly name: string;
  /** Processes of a later stage are stopped before those of an earlier one. */
  readonly stage: number;
  readonly ports: readonly number[];
  readonly stopSignal: NodeJS.Signals;
  readonly stopTimeoutMs: number;
  readonly startedAtMs: number;
  readonly restarts: number;
  /** How it ended, when the launcher has given it up. */
  readonly gaveUp?: string;
}

export interface StackState {
  readonly startedAtMs: number;
  readonly ports: Ports;
  readonly processes: readonly RecordedProcess[];
}

const stateFile = (home: Home) => join(home.run, 'stack.json');

export function readState(home: Home): StackState | undefined {
  const file = stateFile(home);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const state = parse(text);
  if (state === undefined) {
    throw new OperatorFault(
      `${file} is damaged, so the processes of this stack are not known: stop any that still run, delete the file and run this again.`,
    );
  }
  return state;
}

export function writeState(home: Home, state: StackState): void {
  const partial = `${stateFile(home)}.partial`;
  writeFileSync(partial, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, stateFile(home));
}

export function removeState(home: Home): void {
  rmSync(stateFile(home), { force: true });
}

function parse(text: string): StackState | undefined {
  try {
    const state = JSON.parse(text) as StackState | null;
    const identified = ({ pid, startTicks }: RecordedProcess) =>
      Number.isInteger(pid) && Number.isInteger(startTicks);
    return state?.ports !== undefined && state.processes.every(identified) ? state : undefined;
  } catch {
    return undefined;
  }
}
