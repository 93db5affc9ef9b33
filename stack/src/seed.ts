/**
 * Fills a new platform with history: one backfill after the other over HTTP, which are idempotent, so a
 * seeding that was interrupted is simply done again. FROM_DATE (YYYY-MM-DD) is where it begins, SKIP_GEX and
 * SKIP_MACRO leave those stages out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKFILL_SOURCES, type BackfillJob, type BackfillSource } from '@platform/contracts';
import { DAY_MS } from '@platform/core';

/** Lets the bots of the demonstration warm up strictly; the longest wants 150 daily bars. */
export const HISTORY_DAYS = 160;
const POLL_MS = 500;

export interface Seeding {
  readonly environment: NodeJS.ProcessEnv;
  readonly sources?: readonly BackfillSource[];
  /** No more than these; otherwise everything. */
  readonly lastDays?: number;
  readonly signal?: AbortSignal;
  report(line: string): void;
}

/** The data service, and the token that its commands ask for. */
export interface DataService {
  readonly url: string;
  readonly operatorToken: string;
}

/** Returns how many stages failed; each failure is reported and does not stop the others. */
export async function seedHistory(data: DataService, seeding: Seeding): Promise<number> {
  const { environment, report, sources = BACKFILL_SOURCES, signal = new AbortController().signal } = seeding;
  const { lastDays = Number.POSITIVE_INFINITY } = seeding;
  const fromDate = environment['FROM_DATE'];
  const beginMs = fromDate ? Date.parse(`${fromDate}T00:00:00Z`) : midnightMs(HISTORY_DAYS);
  const fromMs = Math.max(beginMs, midnightMs(lastDays));
  let failed = 0;
  for (const source of sources.filter((stage) => !isSkipped(stage, environment))) {
    if (signal.aborted) return failed;
    try {
      const job = await runStage(data, source, fromMs, signal);
      report(
        `seeding   ${source}: ${job.status}, ${job.rows_written} rows${job.error === undefined ? '' : ` (${job.error})`}`,
      );
      if (job.status !== 'completed') failed += 1;
    } catch (error) {
      if (signal.aborted) return failed;
      report(`seeding   ${source}: ${reasonOf(error as Error, data.url)}`);
      failed += 1;
    }
  }
  return failed;
}

/** All that fetch itself says of a service that is down is "fetch failed". */
function reasonOf({ message }: Error, url: string): string {
  return message === 'fetch failed' ? `the data service does not answer at ${url}` : message;
}

function midnightMs(daysAgo: number): number {
  return (Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS;
}

function isSkipped(source: BackfillSource, environment: NodeJS.ProcessEnv): boolean {
  const isSet = (name: string) => !['', '0', 'false', undefined].includes(environment[name]);
  return (source === 'gex' && isSet('SKIP_GEX')) || (source === 'macro' && isSet('SKIP_MACRO'));
}

async function runStage(
  { url, operatorToken }: DataService,
  source: BackfillSource,
  fromMs: number,
  signal: AbortSignal,
): Promise<BackfillJob> {
  const options = { signal };
  const started = await fetch(`${url}/backfill/${source}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-token': operatorToken },
    body: JSON.stringify({ from_ts: fromMs }),
    ...options,
  });
  const answer = (await started.json()) as BackfillJob & { existing_job_id?: string; message?: string };
  const id = started.ok ? answer.id : answer.existing_job_id;
  if (id === undefined) throw new Error(answer.message ?? `HTTP ${started.status}`);
  for (;;) {
    const job = (await (await fetch(`${url}/backfill/jobs/${id}`, options)).json()) as BackfillJob;
    if (job.status !== 'running') return job;
    await sleep(POLL_MS, undefined, options);
  }
}
