/**
 * Keeps the live runs of the bots in step with their fills: run, trades, roundtrips, equity and figures, in
 * the tables that backtests are stored in. Level-triggered and beside the order path: it reads what was
 * booked, writes what is missing, and a call too many adds nothing. Woken by intents and fills; every bot is
 * looked at each minute, to mark it to the market.
 */
import type { Network } from '@platform/contracts';
import { type ErrorLog, isTransientDbError, type Task, type Tasks, type Time } from '@platform/service-kit';
import { type LiveRuns, type Marks, markKey } from './ports';

/** Stops are placed in this time after a fill; the record can wait. */
const AFTER_FILL_MS = 300;
const RETRY_MS = 2_000;

export interface RecorderParts {
  readonly runs: LiveRuns;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly markEveryMs: number;
  mayWrite(): boolean;
  /** Undefined when the exchange cannot be asked. */
  markPrice(network: Network, symbol: string): Promise<string | undefined>;
}

export class RunRecorder {
  private readonly due = new Set<string>();
  private readonly task: Task;
  private lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: RecorderParts) {
    this.task = parts.tasks.open({
      name: 'run recorder',
      everyMs: () => this.nextLookInMs(),
      run: (signal) => this.work(signal),
      onFault: (error) => this.report(error),
    });
  }

  start(): void {
    this.task.start();
  }

  /** Something of this bot was asked for or filled. */
  wake(botId: string): void {
    this.due.add(botId);
    this.task.wakeWithin(AFTER_FILL_MS);
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async work(signal: AbortSignal): Promise<void> {
    const { runs, time, mayWrite } = this.parts;
    if (this.nextLookInMs() <= 0) {
      this.lookedAtMs = time.monotonicMs();
      if (mayWrite()) for (const botId of await runs.botsToRecord()) this.due.add(botId);
    }
    for (const botId of [...this.due]) {
      if (signal.aborted) return;
      if (!mayWrite()) break;
      this.due.delete(botId);
      try {
        await runs.record(botId, await this.marks(botId));
      } catch (error) {
        this.report(error, botId);
        // Whatever else went wrong is tried again with the next mark.
        if (isTransientDbError(error)) this.due.add(botId);
      }
    }
    if (this.due.size > 0) this.task.wakeWithin(RETRY_MS);
  }

  private nextLookInMs(): number {
    return Math.max(0, this.lookedAtMs + this.parts.markEveryMs - this.parts.time.monotonicMs());
  }

  private async marks(botId: string): Promise<Marks> {
    const marks = new Map<string, string>();
    for (const { network, symbol } of await this.parts.runs.heldSymbols(botId)) {
      const price = await this.parts.markPrice(network, symbol);
      if (price !== undefined) marks.set(markKey(network, symbol), price);
    }
    return marks;
  }

  private report(error: unknown, botId?: string): void {
    const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
    const context = botId === undefined ? {} : { bot_id: botId };
    this.parts.errors.report(code, { ...context, message: 'a live run could not be recorded', err: error });
  }
}
