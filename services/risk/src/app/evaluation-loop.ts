/**
 * Runs evaluations one after the other: at the interval of the limits, earlier when something announces news, and only on the
 * instance whose turn it is. Time is monotonic throughout.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import type { Scene } from './scene';

export interface Turn {
  /** True while it is this instance's turn. */
  renew(): Promise<boolean>;
  release(): void;
}

interface Evaluation {
  /** Tells the limits it went by: the interval is one of them. */
  tick(): Promise<Pick<Scene, 'limits'>>;
}

export interface LoopParts {
  readonly turn: Turn;
  /** A fresh one for each turn: what another instance wrote meanwhile is read again. */
  createEvaluator(): Evaluation;
  onTurn(isOurs: boolean): void;
  onTick(durationMs: number): void;
  onError(error: unknown): void;
}

/** However much news there is, evaluations keep this distance. */
const SHORTEST_PAUSE_MS = 100;

export class EvaluationLoop {
  #evaluator: Evaluation | undefined;
  #intervalMs: number = DEFAULT_RISK_LIMITS.evaluation_interval_ms;
  #isStopped = false;
  /** Told since the last evaluation began, which may have read too early to see it. */
  #hasNews = false;
  #endRest: () => void = () => undefined;
  #running: Promise<void> | undefined;

  constructor(private readonly parts: LoopParts) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something changed: evaluate soon rather than at the next interval. */
  wake(): void {
    this.#hasNews = true;
    this.#endRest();
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#running;
    this.parts.turn.release();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const startedMs = performance.now();
      this.#hasNews = false;
      try {
        if (await this.#takeTurn()) {
          const { limits } = await this.#evaluator!.tick();
          this.#intervalMs = limits.evaluation_interval_ms;
          this.parts.onTick(performance.now() - startedMs);
        }
      } catch (error) {
        if (!this.#isStopped) this.parts.onError(error);
      }
      if (!this.#isStopped) await this.#pause();
    }
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

  async #pause(): Promise<void> {
    await sleep(SHORTEST_PAUSE_MS);
    if (this.#hasNews) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#intervalMs - SHORTEST_PAUSE_MS);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
