/**
 * Removes what nobody reads any more: published messages, and events and decisions of bots beyond their age. A few thousand rows per
 * transaction, with pauses, so that nobody waits for it. Failing is reported, and the next round goes on.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 6 * 60 * 60_000;
const BATCH_ROWS = 5_000;
const PAUSE_MS = 200;

/** In days. The database has a floor of its own for each. */
export const RETENTION_DAYS = {
  'ops.outbox': 7,
  'trading.bot_events': 180,
  'trading.overlay_decisions': 180,
  'trading.bar_decisions': 365,
} as const;
type PrunedTable = keyof typeof RETENTION_DAYS;

export interface RetentionParts {
  /** Removes at most so many rows that are older, oldest first; returns how many. */
  prune(table: PrunedTable, days: number, atMost: number): Promise<number>;
  onFailed(table: PrunedTable, error: unknown): void;
}

export class Retention {
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(private readonly parts: RetentionParts) {}

  start(): void {
    const work = () => {
      this.#working ??= this.#pruneAll().finally(() => {
        this.#working = undefined;
      });
    };
    this.#timer = setInterval(work, EVERY_MS);
    work();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#working;
  }

  async #pruneAll(): Promise<void> {
    for (const [table, days] of Object.entries(RETENTION_DAYS) as [PrunedTable, number][]) {
      try {
        await this.#prune(table, days);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.parts.onFailed(table, error);
      }
    }
  }

  async #prune(table: PrunedTable, days: number): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && (await this.parts.prune(table, days, BATCH_ROWS)) === BATCH_ROWS)
      await sleep(PAUSE_MS, undefined, { signal });
  }
}
