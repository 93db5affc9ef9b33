/**
 * Notifies the console of the progress of backfill jobs: each change, but at most twice a second per job.
 * Losing one is harmless.
 */
import { DB_CHANNELS } from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import { type Job, jobView } from '../domain/backfill-jobs';

const AT_MOST_EVERY_MS = 500;

export class JobProgress {
  private readonly sentAtMs = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly nowMs: () => number,
  ) {}

  publish(job: Job): void {
    const nowMs = this.nowMs();
    const isOver = job.status !== 'running';
    if (!isOver && nowMs - (this.sentAtMs.get(job.id) ?? 0) < AT_MOST_EVERY_MS) return;
    if (isOver) this.sentAtMs.delete(job.id);
    else this.sentAtMs.set(job.id, nowMs);
    const { symbols: _symbols, ...view } = jobView(job, nowMs);
    this.database.pool
      .query('SELECT ops.notify($1, $2)', [DB_CHANNELS.backfillJobs, JSON.stringify(view)])
      .catch(() => undefined);
  }
}
