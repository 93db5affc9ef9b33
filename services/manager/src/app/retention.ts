/**
 * Removes what is no longer read: published messages, and events and decisions of bots beyond their age,
 * except the decisions that a bot still stands on. A few thousand rows per transaction, with pauses, so that
 * nothing waits for it. Failing is reported, and the next round goes on.
 */
import type { Time } from '@platform/service-kit';

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
  readonly time: Time;
  /** Removes at most so many rows that are older, oldest first; returns how many. */
  prune(table: PrunedTable, days: number, atMost: number): Promise<number>;
  onFailed(table: PrunedTable, error: unknown): void;
}

export class Retention {
  constructor(private readonly parts: RetentionParts) {}

  async pruneAll(signal: AbortSignal): Promise<void> {
    for (const [table, days] of Object.entries(RETENTION_DAYS) as [PrunedTable, number][]) {
      try {
        await this.prune(table, days, signal);
      } catch (error) {
        this.parts.onFailed(table, error);
      }
    }
  }

  private async prune(table: PrunedTable, days: number, signal: AbortSignal): Promise<void> {
    const { prune, time } = this.parts;
    while (!signal.aborted && (await prune(table, days, BATCH_ROWS)) === BATCH_ROWS)
      await time.wait(PAUSE_MS, signal);
  }
}
