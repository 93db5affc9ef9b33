/** Figures of a bot and charts, from the metrics server. */
import type { managerRoutes } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { Upstream } from '../app/ports';
import { chartExpression } from '../domain/chart-expression';
import type { BotConfigStore } from '../store/bot-configs';
import { notFound } from './request';

export interface MetricsParts {
  readonly prometheus: Upstream;
  readonly bots: BotConfigStore;
}

interface InstantVector {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

interface Matrix {
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [number, string])[];
    }[];
  };
}

const RESULT = {
  isSound: (answer: unknown) =>
    Array.isArray((answer as { data?: { result?: unknown } } | null)?.data?.result),
};

/** More than this cannot be distinguished. */
const CHART_SERIES = 50;
const CHART_POINTS = 240;

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

export function metricsHandlers({ prometheus, bots }: MetricsParts) {
  const figure = async (query: string): Promise<number | null> => {
    const answer = await prometheus.ask<InstantVector>(
      `/api/v1/query?query=${encodeURIComponent(query)}`,
      RESULT,
    );
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
    chart: async ({ query }) => {
      const minutes = query.minutes ?? 60;
      const endSeconds = Math.floor(Date.now() / 1000);
      const parameters = new URLSearchParams({
        query: chartExpression(query.chart),
        start: String(endSeconds - minutes * 60),
        end: String(endSeconds),
        step: String(Math.max(5, Math.ceil((minutes * 60) / CHART_POINTS))),
      });
      const { data } = await prometheus.ask<Matrix>(`/api/v1/query_range?${parameters}`, RESULT);
      const series = data.result.slice(0, CHART_SERIES).map(({ metric, values }) => {
        const { __name__: _, ...labels } = metric;
        const points = values.filter(([, value]) => Number.isFinite(Number(value)));
        return {
          labels,
          ts: points.map(([seconds]) => Math.round(seconds * 1000)),
          values: points.map(([, value]) => Number(value)),
        };
      });
      return { series, isCut: data.result.length > CHART_SERIES };
    },
  } satisfies Handlers<typeof managerRoutes>;
}
