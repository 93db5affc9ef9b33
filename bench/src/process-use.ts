/** Time and memory as Linux counts them. */
import { readFileSync } from 'node:fs';

/** What a process takes: CPU time since its start, all threads together, and resident memory. */
export interface ProcessUse {
  readonly atSeconds: number;
  readonly cpuSeconds: number;
  readonly residentMib: number;
}

/** Linux counts CPU time in these, on every architecture. */
const TICKS_PER_SECOND = 100;

export function processUse(pid: number): ProcessUse {
  // The name in the second field may hold spaces; what follows it does not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  const residentKib = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  return {
    atSeconds: performance.now() / 1000,
    cpuSeconds: (userTicks + systemTicks) / TICKS_PER_SECOND,
    residentMib: residentKib / 1024,
  };
}

/**
 * Time for which the host kept this machine's cores from running, all cores together; 0 where that is
 * unknown.
 */
export function stolenTicks(): number {
  if (process.platform !== 'linux') return 0;
  const total = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))![1]!;
  return Number(total.split(' ')[7]);
}
