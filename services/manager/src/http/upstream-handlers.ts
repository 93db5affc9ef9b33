/** What other services know, for the console: sources and history from the data service, figures and alerts from the metrics side. */
import {
  BACKFILL_SOURCES,
  type BackfillJob,
  type BackfillReport,
  type managerRoutes,
  type SourceHealth,
  type SourcesHealthResponse,
} from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { Upstream } from '../app/upstream';
import type { BotConfigStore } from '../store/bot-configs';
import { notFound } from './request';

export interface UpstreamParts {
  readonly data: Upstream;
  readonly prometheus: Upstream;
  readonly alertmanager: Upstream;
  readonly bots: BotConfigStore;
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
}

interface InstantVector {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

/** The six questions of a bot's summary. */
const QUERIES = {
  up: (bot: string) => `max(platform_bot_up{${bot}})`,
  candlesProcessed: (bot: string) => `sum(platform_bot_candles_processed_total{${bot}})`,
  signalsEmitted: (bot: string) => `sum(platform_bot_signals_emitted_total{${bot}})`,
  intentsEmitted: (bot: string) => `sum(platform_bot_intents_emitted_total{${bot}})`,
  errors: (bot: string) => `sum(platform_errors_total{${bot}})`,
  leaseLivenessAgeSeconds: (bot: string) =>
    `time() - max(platform_bot_lease_liveness_last_ok_seconds{${bot}})`,
} as const;

export function upstreamHandlers({ data, prometheus, alertmanager, bots }: UpstreamParts) {
  const sources = async () =>
    (await data.ask<SourcesHealthResponse>('/sources/health')).sources.map(toSourceView);
  const jobs = () => data.ask<BackfillJob[]>('/backfill/jobs');
  const figure = async (query: string): Promise<number | null> => {
    const answer = await prometheus.ask<InstantVector>(`/api/v1/query?query=${encodeURIComponent(query)}`);
    const value = Number(answer.data.result[0]?.value[1] ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };

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
    dataInventory: async () => {
      const ask = (source: string) => data.ask<BackfillReport>(`/backfill/${source}/report`);
      const reports = await Promise.all(BACKFILL_SOURCES.map(ask));
      const items = reports.flatMap(({ source, coverage }) =>
        coverage.map(({ row_count: rowCount, gap_count: gapCount, gaps: _, ...where }) => ({
          ...where,
          ...{ source, rowCount, gapCount },
        })),
      );
      return { items };
    },
    dataBackfillJobs: async () => ({
      items: (await jobs()).map(({ id, source, status, rows_fetched, started_at, error }) => ({
        ...{ id, source, status, rowsFetched: rows_fetched, startedAt: started_at, error: error ?? null },
      })),
    }),
    botMetricsSummary: async ({ params }) => {
      const bot = `bot_id="${params.bot_id}"`;
      const names = Object.keys(QUERIES) as (keyof typeof QUERIES)[];
      const values = await Promise.all(
        names.map(async (name) => [name, await figure(QUERIES[name](bot))] as const),
      );
      if (!(await bots.everExisted(params.bot_id))) throw notFound('bot', 'bot_id');
      const figures = Object.fromEntries(values) as Record<keyof typeof QUERIES, number | null>;
      return { botId: params.bot_id, ...figures };
    },
    firingAlerts: async () => {
      const firing = await alertmanager.ask<Alert[]>(
        '/api/v2/alerts?active=true&silenced=false&inhibited=false',
      );
      const items = firing.map(({ labels, annotations, startsAt }) => ({
        ...{ name: labels['alertname'] ?? '', severity: labels['severity'] ?? null },
        ...{ summary: annotations['summary'] ?? null, startsAt, labels: { ...labels } },
      }));
      return { items };
    },
  } satisfies Handlers<typeof managerRoutes>;
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
