/**
 * Runs backfill jobs: pieces one after another, pages from each piece's start to its end. Waits when told to, retries what may pass,
 * stops a piece whose cursor does not move, and fails the job on what will not mend. Rows that were written stay.
 */
import { randomBytes } from 'node:crypto';
import type { BackfillRequest, BackfillSource } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import { Backoff } from '@platform/service-kit';
import { BackfillJobs, type Job, jobId } from '../domain/backfill-jobs';
import type { HistoryRequest, Page, Piece } from '../sources/source';

const MAX_ATTEMPTS = 8;
const DEFAULT_SPAN_MS = 30 * DAY_MS;

export type Histories = Readonly<
  Record<BackfillSource, (request: HistoryRequest) => Promise<Piece[]> | Piece[]>
>;

export interface BackfillEvents {
  onChanged(job: Job): void;
  onFailed(job: Job, error: unknown): void;
  onStuck(job: Job, piece: string, cursorMs: number): void;
}

export interface BackfillParts {
  readonly histories: Histories;
  /** The symbols of each source when a request names none; empty for sources without symbols. */
  readonly symbols: Readonly<Record<BackfillSource, readonly string[]>>;
  readonly events: BackfillEvents;
  readonly nowMs: () => number;
  readonly venueNowMs: () => number;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly job: Job }
  | { readonly kind: 'conflict'; readonly job: Job }
  | { readonly kind: 'invalid'; readonly field: string; readonly message: string };

export class Backfill {
  readonly jobs = new BackfillJobs();
  readonly #cancels = new Map<string, AbortController>();
  readonly #running = new Set<Promise<void>>();

  constructor(private readonly parts: BackfillParts) {}

  start(source: BackfillSource, request: BackfillRequest): StartOutcome {
    const { nowMs, venueNowMs, symbols: configured } = this.parts;
    const toMs = Math.min(request.to_ts ?? venueNowMs(), venueNowMs());
    const fromMs = request.from_ts ?? toMs - DEFAULT_SPAN_MS;
    if (fromMs >= toMs) {
      const message = 'from_ts must be before to_ts and before now';
      return { kind: 'invalid', field: request.from_ts === undefined ? 'to_ts' : 'from_ts', message };
    }
    const takesSymbols = configured[source].length > 0;
    const symbols = takesSymbols ? [...new Set(request.symbols ?? configured[source])] : [];
    if (!takesSymbols && request.symbols !== undefined) {
      return { kind: 'invalid', field: 'symbols', message: `${source} has no symbols` };
    }
    const id = jobId(nowMs(), randomBytes(16));
    const outcome = this.jobs.start({ id, source, symbols, fromMs, toMs, startedAtMs: nowMs() });
    if ('conflict' in outcome) return { kind: 'conflict', job: outcome.conflict };
    this.#begin(outcome.job, { symbols, fromMs, toMs, period: request.period ?? '1h' });
    return { kind: 'started', job: outcome.job };
  }

  /** The job, cancelled unless it had ended before; undefined when nobody knows it. */
  cancel(id: string): Job | undefined {
    const job = this.jobs.find(id);
    if (job === undefined) return undefined;
    this.jobs.finish(job, 'cancelled', this.parts.nowMs());
    this.#cancels.get(id)?.abort();
    this.parts.events.onChanged(job);
    return job;
  }

  async close(): Promise<void> {
    for (const cancel of this.#cancels.values()) cancel.abort();
    await Promise.all(this.#running);
  }

  #begin(job: Job, request: HistoryRequest): void {
    const cancel = new AbortController();
    this.#cancels.set(job.id, cancel);
    const running = this.#run(job, request, cancel.signal).finally(() => {
      this.#cancels.delete(job.id);
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  async #run(job: Job, request: HistoryRequest, signal: AbortSignal): Promise<void> {
    const { histories, events, nowMs } = this.parts;
    events.onChanged(job);
    try {
      const pieces = await histories[job.source](request);
      job.totalMs = pieces.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0);
      for (const piece of pieces) await this.#piece(job, piece, signal);
      this.jobs.finish(job, signal.aborted ? 'cancelled' : 'completed', nowMs());
    } catch (error) {
      this.jobs.finish(job, 'failed', nowMs(), error instanceof Error ? error.message : String(error));
      events.onFailed(job, error);
    }
    events.onChanged(job);
  }

  async #piece(job: Job, piece: Piece, signal: AbortSignal): Promise<void> {
    const { events } = this.parts;
    let cursorMs = piece.fromMs;
    const before = job.rowsWritten;
    try {
      while (cursorMs < piece.toMs && !signal.aborted) {
        const page = await this.#page(piece, cursorMs, signal);
        if (page === undefined) return;
        job.rowsFetched += page.rowCount;
        job.rowsWritten += await page.write();
        if (page.nextMs <= cursorMs) {
          events.onStuck(job, piece.label, cursorMs);
          job.doneMs += piece.toMs - cursorMs;
          return;
        }
        job.doneMs += Math.min(page.nextMs, piece.toMs) - cursorMs;
        cursorMs = page.nextMs;
        events.onChanged(job);
      }
    } finally {
      if (job.rowsWritten > before) await piece.finish?.(signal);
    }
  }

  /** Undefined when the job was cancelled meanwhile. */
  async #page(piece: Piece, cursorMs: number, signal: AbortSignal): Promise<Page | undefined> {
    const backoff = new Backoff({ initialMs: 500, maximumMs: 30_000, signal });
    for (let attempt = 1; !signal.aborted; ) {
      const answer = await piece.page(cursorMs);
      if (answer.kind === 'ok') return answer.value;
      if (answer.kind === 'wait') {
        await backoff.pause(Math.max(50, answer.waitMs));
        continue;
      }
      if (!answer.isRetryable || attempt >= MAX_ATTEMPTS)
        throw new Error(`${piece.label}: ${answer.message}`);
      attempt += 1;
      await backoff.wait();
    }
    return undefined;
  }
}
