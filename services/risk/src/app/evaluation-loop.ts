/**
 * Runs evaluations one after the other: at the interval of the limits, earlier when something announces news, and only on the
 * instance whose turn it is. Time is monotonic throughout.
 */
import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import type { Task, Tasks, Time } from '@platform/service-kit';
import type { Scene } from './scene';

export interface Turn {
  /** True while it is this instance's turn. */
  renew(): Promise<boolean>;
  release(): void;
}

interface Evaluation {
  /** Returns the limits it went by: the interval is one of them. */
  tick(): Promise<Pick<Scene, 'limits'>>;
}

export interface LoopParts {
  readonly turn: Turn;
  readonly tasks: Tasks;
  readonly time: Time;
  /** A fresh one for each turn: what another instance wrote meanwhile is read again. */
  createEvaluator(): Evaluation;
  onTurn(isOurs: boolean): void;
  onTick(durationMs: number): void;
  onError(error: unknown): void;
}

/** However much news there is, evaluations keep this distance. */
const SHORTEST_PAUSE_MS = 100;

export class EvaluationLoop {
  readonly #task: Task;
  #evaluator: Evaluation | undefined;
  #intervalMs: number = DEFAULT_RISK_LIMITS.evaluation_interval_ms;

  constructor(private readonly parts: LoopParts) {
    this.#task = parts.tasks.open({
      name: 'evaluation',
      everyMs: () => this.#intervalMs,
      restMs: SHORTEST_PAUSE_MS,
      run: () => this.#evaluate(),
      onFault: (error) => parts.onError(error),
    });
  }

  start(): void {
    this.#task.start();
  }

  /** Something changed: evaluate soon rather than at the next interval. */
  wake(): void {
    this.#task.wake();
  }

  async close(): Promise<void> {
    await this.#task.close();
    this.parts.turn.release();
  }

  async #evaluate(): Promise<void> {
    const { time, onTick } = this.parts;
    const startedMs = time.monotonicMs();
    if (!(await this.#takeTurn())) return;
    const { limits } = await this.#evaluator!.tick();
    this.#intervalMs = limits.evaluation_interval_ms;
    onTick(time.monotonicMs() - startedMs);
  }

  async #takeTurn(): Promise<boolean> {
    let isOurs = false;
    try {
      isOurs = await this.parts.turn.renew();
    } finally {
      if (!isOurs) this.#evaluator = undefined;
      this.parts.onTurn(isOurs);
    }
    if (isOurs) this.#evaluator ??= this.parts.createEvaluator();
    return isOurs;
  }
}
