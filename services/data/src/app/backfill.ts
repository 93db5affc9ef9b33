/**
 * Runs backfill jobs: pieces one after another, pages from each piece's start to its end. Waits when asked
 * to, retries what may pass, stops a piece whose cursor does not move, and fails the job on what will not
 * pass. Rows that were written stay, and a job that ends early still makes them whole, within a time limit of
 * its own.
 */
import type { BackfillRequest, BackfillSource } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import { Backoff, type Chance, type Time } from '@platform/service-kit';
import { BackfillJobs, type Job, jobId } from '../domain/backfill-jobs';
import type { HistoryRequest, Page, Piece } from './ports';

const MAX_ATTEMPTS = 8;
const DEFAULT_SPAN_MS = 30 * DAY_MS;
/** No market that we know of is older. */
const EARLIEST_MS = Date.UTC(2009, 0, 3);
/** Each holds a connection of the pool and takes its share of the exchange's request limits. */
const MAX_RUNNING = 4;
/** Well within the time that a service has to shut down. */
const SETTLE_TIMEOUT_MS = 15_000;

export type Histories = Readonly<
  Record<BackfillSource, (request: HistoryRequest) => Promise<Piece[]> | Piece[]>
>;

export interface BackfillEvents {
  onChanged(job: Job): void;
  onFailed(job: Job, error: unknown): void;
  onStuck(job: Job, piece: string, cursorMs: number): void;
  /** Ended early, and what it wrote is not whole: starting it again completes it. */
  onUnsettled(job: Job, error: unknown): void;
}

export interface BackfillParts {
  readonly histories: Histories;
  /** The symbols of each source when a request names none; empty for sources without symbols. */
  readonly symbols: Readonly<Record<BackfillSource, readonly string[]>>;
  readonly events: BackfillEvents;
  readonly time: Time;
  readonly chance: Chance;
  readonly exchangeNowMs: () => number;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly job: Job }
  | { readonly kind: 'conflict'; readonly job: Job }
  | { readonly kind: 'busy'; readonly running: number }
  | { readonly kind: 'invalid'; readonly field: string; readonly message: string };

export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'finished'; readonly job: Job }
  | { readonly kind: 'unknown' };

export class Backfill {
  readonly jobs = new BackfillJobs();
  private readonly cancels = new Map<string, AbortController>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly parts: BackfillParts) {}

  start(source: BackfillSource, request: BackfillRequest): StartOutcome {
    const { time, chance, exchangeNowMs, symbols: configured } = this.parts;
    const toMs = Math.min(request.to_ts ?? exchangeNowMs(), exchangeNowMs());
    const fromMs = Math.max(EARLIEST_MS, request.from_ts ?? toMs - DEFAULT_SPAN_MS);
    if (toMs <= EARLIEST_MS) {
      return { kind: 'invalid', field: 'to_ts', message: 'to_ts lies before any market data' };
    }
    if (fromMs >= toMs) {
      const message = 'from_ts must be before to_ts and before now';
      return { kind: 'invalid', field: request.from_ts === undefined ? 'to_ts' : 'from_ts', message };
    }
    const takesSymbols = configured[source].length > 0;
    const symbols = takesSymbols ? [...new Set(request.symbols ?? configured[source])] : [];
    if (!takesSymbols && request.symbols !== undefined) {
      return { kind: 'invalid', field: 'symbols', message: `${source} has no symbols` };
    }
    const conflict = this.jobs.conflicting(source, symbols);
    if (conflict !== undefined) return { kind: 'conflict', job: conflict };
    // A cancelled job that still makes its rows whole counts, or cancelling would lift the limit.
    if (this.running.size >= MAX_RUNNING) return { kind: 'busy', running: this.running.size };
    const id = jobId(time.nowMs(), () => chance.unit());
    const job = this.jobs.start({ id, source, symbols, fromMs, toMs, startedAtMs: time.nowMs() });
    this.begin(job, { symbols, fromMs, toMs, period: request.period ?? '1h' });
    return { kind: 'started', job };
  }

  cancel(id: string): CancelOutcome {
    const job = this.jobs.find(id);
    if (job === undefined) return { kind: 'unknown' };
    if (job.status === 'completed' || job.status === 'failed') return { kind: 'finished', job };
    this.jobs.finish(job, 'cancelled', this.parts.time.nowMs());
    this.cancels.get(id)?.abort();
    this.parts.events.onChanged(job);
    return { kind: 'cancelled' };
  }

  async close(): Promise<void> {
    for (const cancel of this.cancels.values()) cancel.abort();
    await Promise.all(this.running);
  }

  private begin(job: Job, request: HistoryRequest): void {
    const cancel = new AbortController();
    this.cancels.set(job.id, cancel);
    const running = this.run(job, request, cancel.signal).finally(() => {
      this.cancels.delete(job.id);
      this.running.delete(running);
    });
    this.running.add(running);
  }

  private async run(job: Job, request: HistoryRequest, signal: AbortSignal): Promise<void> {
    const { histories, events, time } = this.parts;
    events.onChanged(job);
    let pieces: readonly Piece[] = [];
    try {
      pieces = await histories[job.source](request);
      job.totalMs = pieces.reduce((sum, piece) => sum + workOf(piece, piece.fromMs, piece.toMs), 0);
      for (const piece of pieces) await this.piece(job, piece, signal);
      if (signal.aborted) await this.settle(job, pieces);
      this.jobs.finish(job, signal.aborted ? 'cancelled' : 'completed', time.nowMs());
    } catch (error) {
      await this.settle(job, pieces);
      this.jobs.finish(job, 'failed', time.nowMs(), error instanceof Error ? error.message : String(error));
      events.onFailed(job, error);
    }
    events.onChanged(job);
  }

  private async piece(job: Job, piece: Piece, signal: AbortSignal): Promise<void> {
    const { events } = this.parts;
    let cursorMs = piece.fromMs;
    while (cursorMs < piece.toMs && !signal.aborted) {
      const page = await this.page(piece, cursorMs, signal);
      if (page === undefined) return;
      job.rowsFetched += page.rowCount;
      job.rowsWritten += await page.write();
      if (page.nextMs <= cursorMs) {
        events.onStuck(job, piece.label, cursorMs);
        job.doneMs += workOf(piece, cursorMs, piece.toMs);
        return;
      }
      job.doneMs += workOf(piece, cursorMs, Math.min(page.nextMs, piece.toMs));
      cursorMs = page.nextMs;
      events.onChanged(job);
    }
  }

  private async settle(job: Job, pieces: readonly Piece[]): Promise<void> {
    const limit = new AbortController();
    const abort = () => limit.abort();
    const lift = this.parts.time.later(abort, SETTLE_TIMEOUT_MS);
    for (const piece of pieces) {
      try {
        await piece.settle?.(limit.signal);
      } catch (error) {
        this.parts.events.onUnsettled(job, error);
      }
    }
    lift();
  }

  /** Undefined when the job was cancelled meanwhile. */
  private async page(piece: Piece, cursorMs: number, signal: AbortSignal): Promise<Page | undefined> {
    const { time, chance } = this.parts;
    const backoff = new Backoff({ initialMs: 500, maximumMs: 30_000, time, chance, signal });
    for (let attempt = 1; !signal.aborted; ) {
      const answer = await piece.page(cursorMs);
      if (answer.kind === 'ok') return answer.value;
      if (answer.kind === 'wait') {
        await time.wait(Math.max(50, answer.waitMs), signal);
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

function workOf({ weight = 1 }: Piece, fromMs: number, toMs: number): number {
  return Math.max(0, toMs - fromMs) * weight;
}
