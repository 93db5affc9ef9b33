/**
 * Ordered shutdown: what was started last is stopped first, all within one budget, and one failing step stops
 * no other.
 */

import { systemTime, type Time } from './time';
import { within } from './within';

export interface ShutdownFault {
  readonly step: string;
  readonly error: unknown;
}

interface Step {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
}

export const DRAIN_BUDGET_MS = 30_000;

export class Lifecycle {
  /** Resolves with the exit code when a part of the service asks the process to end. */
  readonly exitRequested: Promise<number>;
  private resolveExit: (exitCode: number) => void = () => undefined;
  private readonly steps: Step[] = [];
  private shuttingDown: Promise<readonly ShutdownFault[]> | undefined;

  constructor(private readonly time: Time = systemTime) {
    this.exitRequested = new Promise((resolve) => {
      this.resolveExit = resolve;
    });
  }

  /** Drains and ends the process. The first request counts. */
  requestExit(exitCode: number): void {
    this.resolveExit(exitCode);
  }

  /** Registers how to undo what has just been started. */
  onShutdown(name: string, stop: () => Promise<void> | void): void {
    this.steps.push({ name, stop });
  }

  /** Idempotent: a second call waits for the first. */
  shutdown(budgetMs = DRAIN_BUDGET_MS): Promise<readonly ShutdownFault[]> {
    this.shuttingDown ??= this.run(this.time.monotonicMs() + budgetMs);
    return this.shuttingDown;
  }

  private async run(deadlineMs: number): Promise<readonly ShutdownFault[]> {
    const faults: ShutdownFault[] = [];
    for (const step of this.steps.reverse()) {
      try {
        const remainingMs = Math.max(0, deadlineMs - this.time.monotonicMs());
        const stopped = Promise.resolve().then(step.stop);
        await within(this.time, remainingMs, stopped, () => new Error(`${step.name} did not stop in time`));
      } catch (error) {
        faults.push({ step: step.name, error });
      }
    }
    return faults;
  }
}
