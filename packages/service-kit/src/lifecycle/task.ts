/**
 * The one background loop of the platform: woken by signals and by its own period, one run at a time. A wake
 * during a run gives exactly one more run after it; a run that throws is reported and the next one comes all
 * the same; closing waits for the run in hand.
 */
import type { TaskStatus } from '@platform/contracts';
import type { Time } from './time';

/** A run that has not ended after this long, or that is overdue by it, counts as dead. */
const DEAD_AFTER_MS = 120_000;

export interface TaskOptions {
  /** As /healthz and the metrics show it. */
  readonly name: string;
  /**
   * From the end of a run to the next unwoken one; absent or infinite when only wakes count. Asked after each
   * run.
   */
  readonly everyMs?: number | (() => number);
  /** However often it is woken, runs keep this distance. */
  readonly restMs?: number;
  /** For work that may take longer than anything that answers requests. */
  readonly deadAfterMs?: number;
  /** The signal ends when the task is closed. */
  run(signal: AbortSignal): unknown;
  /** Absent: reported as an error of the service, by the task's name. */
  onFault?(error: unknown): void;
}

export interface TaskContext {
  readonly time: Time;
  report(name: string, error: unknown): void;
  onRun(name: string, durationMs: number, outcome: 'ok' | 'failed'): void;
  onClosed(task: Task): void;
}

export class Task {
  private readonly stop = new AbortController();
  private isStarted = false;
  private again = false;
  /** Who waits for the next run. */
  private awaited: (() => void)[] = [];
  private isRunning = false;
  private running: Promise<void> | undefined;
  private cancelTimer: () => void = () => undefined;
  private timerDueMs = Number.POSITIVE_INFINITY;
  /** Of the run in hand, or else when the next one is due by itself. */
  private expectedMs = Number.POSITIVE_INFINITY;
  private lastRun: { readonly atMs: number; readonly durationMs: number } | undefined;
  private lastFault: { readonly atMs: number; readonly kind: string } | undefined;

  constructor(
    private readonly options: TaskOptions,
    private readonly context: TaskContext,
  ) {}

  get name(): string {
    return this.options.name;
  }

  /** One with a period runs at once; so does one that was woken before. */
  start(): void {
    this.isStarted = true;
    if (this.again || this.options.everyMs !== undefined) this.wake();
  }

  /** Runs now, or once more right after the run in hand, which may have looked too early. */
  wake(): void {
    if (this.stop.signal.aborted) return;
    this.again = true;
    if (!this.isStarted || this.isRunning) return;
    // Before the first line of the run, which may wake its own task.
    this.isRunning = true;
    this.running = this.runUntilQuiet();
  }

  /** Wakes it after this long; a run that begins earlier, for whatever reason, does for it. */
  wakeWithin(delayMs: number): void {
    const dueMs = this.context.time.monotonicMs() + delayMs;
    if (this.stop.signal.aborted || dueMs >= this.timerDueMs) return;
    this.cancelTimer();
    this.timerDueMs = dueMs;
    this.cancelTimer = this.context.time.later(() => {
      this.timerDueMs = Number.POSITIVE_INFINITY;
      this.wake();
    }, delayMs);
  }

  /** Wakes it and resolves when a run that began after this call has ended; at once when it is closed. */
  runNow(): Promise<void> {
    if (this.stop.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.awaited.push(resolve);
      this.wake();
    });
  }

  /** No further run begins; resolves when the one in hand has ended. */
  async close(): Promise<void> {
    this.stop.abort();
    this.cancelTimer();
    await this.running;
    for (const resolve of this.awaited) resolve();
    this.context.onClosed(this);
  }

  status(): TaskStatus {
    return {
      name: this.name,
      state: this.isDead() ? 'dead' : this.isRunning ? 'running' : 'waiting',
      period_ms: this.periodMs(),
      last_run_at: this.lastRun === undefined ? null : new Date(this.lastRun.atMs).toISOString(),
      last_duration_ms: this.lastRun === undefined ? null : Math.round(this.lastRun.durationMs),
      last_fault: this.lastFault?.kind ?? null,
      last_fault_at: this.lastFault === undefined ? null : new Date(this.lastFault.atMs).toISOString(),
    };
  }

  isDead(): boolean {
    const { deadAfterMs = DEAD_AFTER_MS } = this.options;
    return this.context.time.monotonicMs() - this.expectedMs > deadAfterMs;
  }

  private async runUntilQuiet(): Promise<void> {
    const { restMs } = this.options;
    const { signal } = this.stop;
    do {
      this.cancelTimer();
      this.timerDueMs = Number.POSITIVE_INFINITY;
      this.again = false;
      const awaited = this.awaited;
      this.awaited = [];
      await this.runOnce();
      for (const resolve of awaited) resolve();
      if (restMs !== undefined) await this.context.time.wait(restMs, signal);
    } while (this.again && !signal.aborted);
    this.isRunning = false;
    this.expectNext(restMs ?? 0);
  }

  private expectNext(restedMs: number): void {
    const periodMs = this.periodMs();
    if (periodMs === null) {
      this.expectedMs = Number.POSITIVE_INFINITY;
      return;
    }
    const delayMs = Math.max(0, periodMs - restedMs);
    this.expectedMs = this.context.time.monotonicMs() + delayMs;
    this.wakeWithin(delayMs);
  }

  private async runOnce(): Promise<void> {
    const { time } = this.context;
    const startedMs = time.monotonicMs();
    this.expectedMs = startedMs;
    let outcome: 'ok' | 'failed' = 'ok';
    try {
      await this.options.run(this.stop.signal);
    } catch (error) {
      outcome = 'failed';
      this.lastFault = { atMs: time.nowMs(), kind: kindOf(error) };
      this.report(error);
    }
    const durationMs = time.monotonicMs() - startedMs;
    this.lastRun = { atMs: time.nowMs(), durationMs };
    this.context.onRun(this.name, durationMs, outcome);
  }

  private report(error: unknown): void {
    const { onFault } = this.options;
    try {
      if (onFault === undefined) this.context.report(this.name, error);
      else onFault.call(this.options, error);
    } catch (defect) {
      this.context.report(this.name, defect);
    }
  }

  private periodMs(): number | null {
    const { everyMs } = this.options;
    const periodMs = typeof everyMs === 'function' ? everyMs() : everyMs;
    return periodMs === undefined || periodMs === Number.POSITIVE_INFINITY ? null : periodMs;
  }
}

/** Never its message, which may quote anything: /healthz is open to everybody. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
