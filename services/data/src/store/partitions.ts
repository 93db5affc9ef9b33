/** Keeps the months of the klines table: made ahead of time, and their minutes detached when the operator wants none that old. */
import { DAY_MS } from '@platform/core';
import type { Database, ErrorLog } from '@platform/service-kit';

const AHEAD_MS = 92 * DAY_MS;
const EVERY_MS = 6 * 60 * 60_000;

export class Partitions {
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly retentionDays: number | undefined,
    onFailed: (error: unknown) => void,
    guard: ErrorLog['guard'],
  ) {
    this.#timer = setInterval(
      guard('partitions', () => this.keep().catch(onFailed)),
      EVERY_MS,
    );
  }

  async keep(): Promise<void> {
    const nowMs = Date.now();
    await this.database.pool.query('SELECT market.ensure_kline_partitions($1, $2)', [
      nowMs,
      nowMs + AHEAD_MS,
    ]);
    if (this.retentionDays === undefined) return;
    await this.database.pool.query('SELECT market.detach_kline_minutes($1)', [
      nowMs - this.retentionDays * DAY_MS,
    ]);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
