/** `data backfill <source> trigger`: starts a job and shows how it gets on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackfillJob } from '@platform/contracts';
import type { DataService } from '@platform/stack';
import { Presets, SingleBar } from 'cli-progress';
import { type BackfillFlags, parseRequest, parseSource } from './arguments';
import { dataService, request } from './client';
import { InvalidArgument } from './failure';

const POLL_MS = 500;

export interface TriggerFlags extends BackfillFlags {
  readonly wait?: boolean;
  readonly json?: boolean;
  readonly url?: string;
}

export async function triggerBackfill(
  name: string,
  action: string | undefined,
  flags: TriggerFlags,
): Promise<number> {
  const source = parseSource(name);
  if (action !== 'trigger') throw new InvalidArgument(`say: data backfill ${source} trigger`);
  const body = parseRequest(source, flags);
  const data = dataService(flags.url);
  const started = await request<BackfillJob>(data, `/backfill/${source}`, 'POST', body);
  const job = flags.wait === false ? started : await follow(data, started, flags.json !== true);
  process.stdout.write(flags.json === true ? `${JSON.stringify(job)}\n` : `${describe(job)}\n`);
  return job.status === 'failed' ? 1 : 0;
}

async function follow(data: DataService, started: BackfillJob, isShown: boolean): Promise<BackfillJob> {
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}%  {rows} rows  {rate} rows/s  {eta_text}',
      hideCursor: true,
      noTTYOutput: false,
    },
    Presets.shades_classic,
  );
  const shown = isShown && process.stderr.isTTY === true;
  if (shown) bar.start(1000, 0, fields(started));
  try {
    for (let job = started; ; job = await request<BackfillJob>(data, `/backfill/jobs/${started.id}`)) {
      if (shown) bar.update(Math.round(job.progress * 1000), fields(job));
      if (job.status !== 'running') return job;
      await sleep(POLL_MS);
    }
  } finally {
    if (shown) bar.stop();
  }
}

function fields(job: BackfillJob) {
  const eta = job.eta_seconds === null ? '' : `${job.eta_seconds} s left`;
  return {
    rows: job.rows_fetched.toLocaleString('en'),
    rate: job.rows_per_second.toLocaleString('en'),
    eta_text: eta,
  };
}

function describe(job: BackfillJob): string {
  const counts = `${job.rows_fetched} rows fetched, ${job.rows_written} new or different`;
  const rest = job.error === undefined ? `${counts}, ${job.rows_per_second} rows/s` : job.error;
  return `${job.source} ${job.status} (job ${job.id}): ${rest}`;
}
