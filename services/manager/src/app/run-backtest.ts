/**
 * A backtest from request to answer: a place in the queue, bars to run over, the run on record, and its
 * outcome if it comes soon. A caller who would wait longer is asked to come back; the run goes on.
 */
import type { Time } from '@platform/service-kit';
import type { BacktestPlan } from '../domain/backtest-plan';
import type { BacktestOutcome, BacktestQueue, BacktestRecords, OperatorAction } from './ports';

/** A caller is kept waiting this long before it is asked to come back. */
const PATIENCE_MS = 3_000;

export interface RunBacktestParts {
  readonly queue: BacktestQueue;
  readonly records: BacktestRecords;
  readonly time: Time;
  newId(): string;
}

export type BacktestAnswer =
  | BacktestOutcome
  | { readonly kind: 'queue_full' }
  | { readonly kind: 'no_bars' }
  | { readonly kind: 'under_way'; readonly runId: string; readonly status: 'running' | 'queued' };

export class RunBacktest {
  constructor(private readonly parts: RunBacktestParts) {}

  async run(plan: BacktestPlan, requestedBy: string): Promise<BacktestAnswer> {
    const { queue, records } = this.parts;
    const place = queue.reserve();
    if (place === undefined) return { kind: 'queue_full' };
    const runId = this.parts.newId();
    try {
      if (!(await records.hasBars(plan))) {
        place.giveUp();
        return { kind: 'no_bars' };
      }
      await records.queueBacktest(runId, plan, requestedBy);
    } catch (error) {
      place.giveUp();
      throw error;
    }
    const outcome = await this.soon(place.run(runId, plan));
    return outcome ?? { kind: 'under_way', runId, status: queue.isRunning(runId) ? 'running' : 'queued' };
  }

  /**
   * Ends a backtest that waits or runs, removes one that is over. `kept` is no backtest, or no run at all.
   */
  async remove(operatorAction: OperatorAction, runId: string): Promise<'cancelled' | 'deleted' | 'kept'> {
    const { queue, records } = this.parts;
    if (await records.cancel(operatorAction, runId)) {
      queue.cancel(runId);
      return 'cancelled';
    }
    return (await records.deleteBacktest(operatorAction, runId)) ? 'deleted' : 'kept';
  }

  private async soon(outcome: Promise<BacktestOutcome>): Promise<BacktestOutcome | undefined> {
    const enough = new AbortController();
    const patience = this.parts.time.wait(PATIENCE_MS, enough.signal).then(() => undefined);
    try {
      return await Promise.race([outcome, patience]);
    } finally {
      enough.abort();
    }
  }
}
