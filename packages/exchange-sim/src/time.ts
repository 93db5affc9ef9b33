/** Where the simulator takes its time from: the machine, or a caller that moves time itself. */
import { performance } from 'node:perf_hooks';

export interface SimTime {
  /** Never runs backwards; what limits, listen keys and fault windows are measured with. */
  monotonicMs(): number;
  /** The machine's date, to compare ledger entries with other processes. */
  wallMs(): number;
  /** Runs the action later; returns how to call it off. */
  after(delayMs: number, action: () => void): () => void;
  every(periodMs: number, action: () => void): () => void;
}

export const MACHINE_TIME: SimTime = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
  every: (periodMs, action) => {
    const timer = setInterval(action, periodMs);
    return () => clearInterval(timer);
  },
};
