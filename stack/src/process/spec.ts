/** A process of the stack, as data: what to run, when it is ready, how to stop it. */
import type { Account } from '../postgres/account';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly account?: Account;
  /** Where it runs; the root unless it matters. */
  readonly directory?: string;
  /** Every port it binds, the one people talk to first. */
  readonly ports: readonly number[];
  /** Asked until it answers: see probe.ts. */
  /** Throws where its program is not what it must be; asked before every start. */
  readonly requireSound?: () => void;
  readonly readyUrl: string;
  readonly stopSignal: NodeJS.Signals;
  readonly stopTimeoutMs: number;
}

/** Processes that start together, after everything in earlier stages is ready. */
export interface Stage {
  /** Work to be done before the processes start, e.g. migrations. */
  readonly prepare?: () => Promise<void>;
  readonly processes: readonly ProcessSpec[];
  /** Work to be done once its processes have stopped and before those of earlier stages do. */
  readonly afterStop?: () => Promise<void>;
}
