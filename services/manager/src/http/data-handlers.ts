/**
 * The data service for the console: sources, history and backfills, and the operator's commands to it, with
 * an audit row each.
 */
import {
  BACKFILL_SOURCES,
  type BackfillJob,
  type BackfillReport,
  type Coverage,
  type managerRoutes,
  type SourceHealth,
  type SourcesHealthResponse,
} from '@platform/contracts';
import { type Handlers, StaleWhileRevalidate } from '@platform/service-kit';
import type { AuditEntry, OperatorAction, Upstream } from '../app/ports';
import { operatorActionOf } from './request';

/** Every row is counted, which takes seconds where there are millions. */
const INVENTORY_TIMEOUT_MS = 25_000;
const INVENTORY_AGE = { freshMs: 5_000, usableMs: 120_000 } as const;

export interface DataParts {
  readonly data: Upstream;
  audit(operatorAction: OperatorAction, entry: AuditEntry): Promise<void>;
  /** Leaves the command in the table that the data service reads. */
  unquarantine(operatorAction: OperatorAction, source: string): Promise<void>;
}

export function dataHandlers({ data, audit, unquarantine }: DataParts) {
  const sources = async () =>
    (await data.ask<SourcesHealthResponse>('/sources/health')).sources.map(toSourceView);
  const jobs = () => data.ask<BackfillJob[]>('/backfill/jobs');
  const inventory = new StaleWhileRevalidate({
    make: () => takeInventory(data),
    nowMs: Date.now,
    ...INVENTORY_AGE,
  });
  return {
    sourceHealth: async () => ({ items: await sources() }),
    dataStatus: async () => {
      const [ready, found, active] = await Promise.all([
        data.ask<{ status?: string }>('/readyz', { accept: 503 }),
        sources(),
        jobs(),
      ]);
      const runningJobs = active.filter(({ status }) => status === 'running').length;
      return { ready: ready.status === 'ready', sources: found, runningJobs };
    },
    dataInventory: async () => ({ items: await inventory.get() }),
    dataBackfillJobs: async () => ({ items: (await jobs()).map(toJobView) }),
    startBackfill: async (request) => {
      const { source } = request.params;
      const body = request.body ?? {};
      const entry = {
        action: 'start_backfill',
        resourceType: 'data',
        resourceId: source,
        after: body,
      } as const;
      await audit(operatorActionOf(request), entry);
      return toJobView(await data.ask<BackfillJob>(`/backfill/${source}`, { method: 'POST', body }));
    },
    cancelBackfill: async (request) => {
      const { id } = request.params;
      await audit(operatorActionOf(request), {
        action: 'cancel_backfill',
        resourceType: 'data',
        resourceId: id,
      });
      await data.ask(`/backfill/jobs/${encodeURIComponent(id)}`, { method: 'DELETE' });
      return { status: 'cancelled' };
    },
    unquarantineSource: async (request) => {
      const { name } = request.params;
      await unquarantine(operatorActionOf(request), name);
      return { status: 'unquarantine_requested', name };
    },
  } satisfies Handlers<typeof managerRoutes>;
}

async function takeInventory(data: Upstream) {
  const ask = (source: string) =>
    data.ask<BackfillReport>(`/backfill/${source}/report`, { timeoutMs: INVENTORY_TIMEOUT_MS });
  const reports = await Promise.all(BACKFILL_SOURCES.map(ask));
  return reports.flatMap(({ source, coverage }) =>
    coverage.map((found) => ({ source, ...toCoverageView(found) })),
  );
}

function toSourceView(source: SourceHealth) {
  return {
    name: source.name,
    status: source.status,
    lastSuccessAt: source.last_success_at,
    freshnessSeconds: source.freshness_seconds,
    cadenceSeconds: source.cadence_seconds,
    consecutiveFailures: source.consecutive_failures,
    lastError: source.last_error,
  };
}

function toCoverageView({ row_count: rowCount, gap_count: gapCount, gaps, ...where }: Coverage) {
  const shown = gaps.map(({ from_ts: fromTs, to_ts: toTs, missing }) => ({ fromTs, toTs, missing }));
  return { ...where, rowCount, gapCount, gaps: shown };
}

function toJobView(job: BackfillJob) {
  return {
    id: job.id,
    source: job.source,
    status: job.status,
    symbols: job.symbols,
    progress: job.progress,
    fromTs: job.from_ts,
    toTs: job.to_ts,
    rowsFetched: job.rows_fetched,
    rowsWritten: job.rows_written,
    rowsPerSecond: job.rows_per_second,
    etaSeconds: job.eta_seconds,
    startedAt: job.started_at,
    finishedAt: job.finished_at,
    error: job.error ?? null,
  };
}
