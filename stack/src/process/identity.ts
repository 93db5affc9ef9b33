/**
 * Which process is meant. A pid alone may have been given to another program since, so a process is known
 * by its pid together with the moment the kernel started it.
 */
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot, field 22 of /proc/<pid>/stat. */
  readonly startTicks: number;
}

export function identify(pid: number): ProcessIdentity | undefined {
  const stat = readStat(pid);
  return stat === undefined || isOver(stat) ? undefined : { pid, startTicks: stat.startTicks };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startTicks === identity.startTicks;
}

/** Resident memory of the process, in bytes; 0 when it is gone. */
export function residentBytes(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

interface Stat {
  readonly state: string;
  readonly threads: number;
  readonly startTicks: number;
}

/**
 * The first thread can be gone before the others: only the last one lets go of the files and ports of the
 * process.
 */
function isOver({ state, threads }: Stat): boolean {
  return state === 'Z' && threads <= 1;
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name sits in parentheses and may hold anything, so fields are counted after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, threads: Number(fields[17]), startTicks: Number(fields[19]) };
  } catch {
    return undefined;
  }
}
