/**
 * The jobs of this process: one running per source and symbol, finished ones kept up to a cap, newest last.
 * Jobs live in memory only; what they wrote stays.
 */
import type { BackfillJob, BackfillSource, BackfillStatus } from '@platform/contracts';

const KEEP_FINISHED = 200;

export interface Job {
  readonly id: string;
  readonly source: BackfillSource;
  readonly symbols: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly startedAtMs: number;
  status: BackfillStatus;
  rowsFetched: number;
  rowsWritten: number;
  /** Time that is missing, and how much of it was worked through. */
  totalMs: number;
  doneMs: number;
  finishedAtMs: number | null;
  error: string | null;
}

export type NewJob = Pick<Job, 'id' | 'source' | 'symbols' | 'fromMs' | 'toMs' | 'startedAtMs'>;

export class BackfillJobs {
  private readonly jobs = new Map<string, Job>();

  /** A running job of this source that works on one of these symbols, or on the source as a whole. */
  conflicting(source: BackfillSource, symbols: readonly string[]): Job | undefined {
    return [...this.jobs.values()].find(
      (job) =>
        job.status === 'running' &&
        job.source === source &&
        (symbols.length === 0 || job.symbols.some((symbol) => symbols.includes(symbol))),
    );
  }

  start(wanted: NewJob): Job {
    const job: Job = {
      ...wanted,
      status: 'running',
      rowsFetched: 0,
      rowsWritten: 0,
      totalMs: 0,
      doneMs: 0,
      finishedAtMs: null,
      error: null,
    };
    this.jobs.set(job.id, job);
    return job;
  }

  /** The first end counts: a job that was cancelled stays cancelled. */
  finish(job: Job, status: Exclude<BackfillStatus, 'running'>, nowMs: number, error?: string): void {
    if (job.status !== 'running') return;
    job.status = status;
    job.finishedAtMs = nowMs;
    job.error = error ?? null;
    const finished = [...this.jobs.values()].filter(({ status: state }) => state !== 'running');
    for (const old of finished.slice(0, Math.max(0, finished.length - KEEP_FINISHED)))
      this.jobs.delete(old.id);
  }

  find(id: string): Job | undefined {
    return this.jobs.get(id);
  }

  all(): readonly Job[] {
    return [...this.jobs.values()];
  }
}

export function jobView(job: Job, nowMs: number): BackfillJob {
  const elapsedMs = Math.max(1, (job.finishedAtMs ?? nowMs) - job.startedAtMs);
  const progress =
    job.status === 'completed' ? 1 : job.totalMs === 0 ? 0 : Math.min(1, job.doneMs / job.totalMs);
  const isGuessable = job.status === 'running' && progress > 0;
  return {
    id: job.id,
    source: job.source,
    status: job.status,
    rows_fetched: job.rowsFetched,
    started_at: new Date(job.startedAtMs).toISOString(),
    finished_at: job.finishedAtMs === null ? null : new Date(job.finishedAtMs).toISOString(),
    symbols: [...job.symbols],
    from_ts: job.fromMs,
    to_ts: job.toMs,
    rows_written: job.rowsWritten,
    progress,
    rows_per_second: Math.round((job.rowsFetched / elapsedMs) * 1000),
    eta_seconds: isGuessable ? Math.round(((elapsedMs / progress) * (1 - progress)) / 1000) : null,
    ...(job.error === null ? {} : { error: job.error }),
  };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Twenty-six characters that sort by time: ten of milliseconds, sixteen of randomness (at least 16 bytes).
 */
export function jobId(nowMs: number, unit: () => number): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i++) {
    time = CROCKFORD[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  return time + Array.from({ length: 16 }, () => CROCKFORD[Math.floor(unit() * 32)]).join('');
}
