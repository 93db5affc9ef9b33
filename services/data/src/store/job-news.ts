/** Tells the console how backfill jobs get on: each change, but the same job no more than twice a second. Losing one is harmless. */
import { DB_CHANNELS } from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import { type Job, jobView } from '../domain/backfill-jobs';

const AT_MOST_EVERY_MS = 500;

export class JobNews {
  readonly #toldAtMs = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly nowMs: () => number,
  ) {}

  tell(job: Job): void {
    const nowMs = this.nowMs();
    const isOver = job.status !== 'running';
    if (!isOver && nowMs - (this.#toldAtMs.get(job.id) ?? 0) < AT_MOST_EVERY_MS) return;
    if (isOver) this.#toldAtMs.delete(job.id);
    else this.#toldAtMs.set(job.id, nowMs);
    const { symbols: _symbols, ...view } = jobView(job, nowMs);
    this.database.pool
      .query('SELECT ops.notify($1, $2)', [DB_CHANNELS.backfillJobs, JSON.stringify(view)])
      .catch(() => undefined);
  }
}
