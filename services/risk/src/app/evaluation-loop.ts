/**
 * Runs evaluations one after the other: at the interval of the limits, earlier when something announces news,
 * and only on the instance that holds the leader lease. Time is monotonic throughout.
 */
import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import type { Task, Tasks, Time } from '@platform/service-kit';
import type { LeaderLease } from './ports';
import type { RiskSnapshot } from './snapshot';

interface Evaluation {
  /** Returns the limits it went by: the interval is one of them. */
  tick(): Promise<Pick<RiskSnapshot, 'limits'>>;
}

export interface LoopParts {
  readonly leaderLease: LeaderLease;
  readonly tasks: Tasks;
  readonly time: Time;
  /** A fresh one each time the lease is won: what another instance wrote meanwhile is read again. */
  createEvaluator(): Evaluation;
  onLease(isOurs: boolean): void;
  onTick(durationMs: number): void;
  onError(error: unknown): void;
}

/** However much news there is, evaluations keep this distance. */
const SHORTEST_PAUSE_MS = 100;

export class EvaluationLoop {
  private readonly task: Task;
  private evaluator: Evaluation | undefined;
  private intervalMs: number = DEFAULT_RISK_LIMITS.evaluation_interval_ms;

  constructor(private readonly parts: LoopParts) {
    this.task = parts.tasks.open({
      name: 'evaluation',
      everyMs: () => this.intervalMs,
      restMs: SHORTEST_PAUSE_MS,
      run: () => this.evaluate(),
      onFault: (error) => parts.onError(error),
    });
  }

  start(): void {
    this.task.start();
  }

  /** Something changed: evaluate soon rather than at the next interval. */
  wake(): void {
    this.task.wake();
  }

  async close(): Promise<void> {
    await this.task.close();
    this.parts.leaderLease.release();
  }

  private async evaluate(): Promise<void> {
    const { time, onTick } = this.parts;
    const startedMs = time.monotonicMs();
    if (!(await this.renewLease())) return;
    const { limits } = await this.evaluator!.tick();
    onTick(time.monotonicMs() - startedMs);
    if (limits.evaluation_interval_ms === this.intervalMs) return;
    this.intervalMs = limits.evaluation_interval_ms;
    // What was announced to the lease before this evaluation may be shorter than the pause that follows it.
    await this.renewLease();
  }

  private async renewLease(): Promise<boolean> {
    let isOurs = false;
    try {
      isOurs = await this.parts.leaderLease.renew(this.intervalMs);
    } finally {
      if (!isOurs) this.evaluator = undefined;
      this.parts.onLease(isOurs);
    }
    if (isOurs) this.evaluator ??= this.parts.createEvaluator();
    return isOurs;
  }
}
