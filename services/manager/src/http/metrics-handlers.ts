/** Figures of a bot and firing alerts, from the metrics side of the deployment. */
import type { managerRoutes } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { Upstream } from '../app/upstream';
import type { BotConfigStore } from '../store/bot-configs';
import { notFound } from './request';

export interface MetricsParts {
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

export function metricsHandlers({ prometheus, alertmanager, bots }: MetricsParts) {
  const figure = async (query: string): Promise<number | null> => {
    const answer = await prometheus.ask<InstantVector>(`/api/v1/query?query=${encodeURIComponent(query)}`);
    const value = Number(answer.data.result[0]?.value[1] ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };

  return {
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
