/** Figures of a bot and charts, from the metrics server. */
import { botMetrics, type managerRoutes, sharedMetrics } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { Upstream } from '../app/ports';
import { chartExpression, isWorstLow } from '../domain/chart-expression';
import { isMatrix, isVector } from '../domain/watchers-answers';
import { worstFirst } from '../domain/worst-series';
import type { BotConfigStore } from '../store/bot-configs';
import { notFound } from './request';

export interface MetricsParts {
  readonly prometheus: Upstream;
  readonly bots: BotConfigStore;
}

/** More than this cannot be distinguished. */
const CHART_SERIES = 50;
const CHART_POINTS = 240;

/** The six questions of a bot's summary. */
const QUERIES = {
  up: (bot: string) => `max(${botMetrics.up.name}{${bot}})`,
  candlesProcessed: (bot: string) => `sum(${botMetrics.candlesProcessed.name}{${bot}})`,
  signalsEmitted: (bot: string) => `sum(${botMetrics.signalsEmitted.name}{${bot}})`,
  intentsEmitted: (bot: string) => `sum(${botMetrics.intentsEmitted.name}{${bot}})`,
  errors: (bot: string) => `sum(${sharedMetrics.errors.name}{${bot}})`,
  leaseLivenessAgeSeconds: (bot: string) =>
    `time() - min(${botMetrics.leaseLivenessLastOk.name}{${bot}} > 0)`,
} as const;

export function metricsHandlers({ prometheus, bots }: MetricsParts) {
  const figure = async (query: string): Promise<number | null> => {
    const path = `/api/v1/query?query=${encodeURIComponent(query)}`;
    const { data } = await prometheus.ask(path, { isSound: isVector });
    const value = Number(data.result[0]?.value[1] ?? Number.NaN);
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
      const path = `/api/v1/query_range?${parameters}`;
      const { data } = await prometheus.ask(path, { isSound: isMatrix });
      const series = data.result.map(({ metric, values }) => {
        const { __name__: _, ...labels } = metric;
        const points = values.filter(([, value]) => Number.isFinite(Number(value)));
        return {
          labels,
          ts: points.map(([seconds]) => Math.round(seconds * 1000)),
          values: points.map(([, value]) => Number(value)),
        };
      });
      const worst = worstFirst(series, isWorstLow(query.chart));
      return { series: worst.slice(0, CHART_SERIES), isCut: series.length > CHART_SERIES };
    },
  } satisfies Handlers<typeof managerRoutes>;
}
