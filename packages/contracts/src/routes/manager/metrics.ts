/** Charts of the metrics server, and figures of the manager itself. */
import { ChartQuery, ChartResponse } from '../../schemas/alerts';
import { BotIdParams, MetricsSummary } from '../../schemas/reads';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'ops', ...MANAGER } as const;

export const metricsReadRoutes = {
  ...defineRoutes(GROUP, {
    chart: {
      method: 'GET',
      path: '/bff/metrics/chart',
      summary: 'A panel of the dashboards or the expression of an alert over time, at most 50 series',
      auth: 'none',
      query: ChartQuery,
      responses: { 200: ChartResponse },
      errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
    },
  }),
  ...defineRoutes(MANAGER, {
    botMetricsSummary: {
      method: 'GET',
      path: '/bff/bots/:bot_id/metrics-summary',
      summary: 'Rollup of a bot from the metrics server',
      description:
        'Six queries to the metrics server; null where it has no sample. 503 where its URL is not set.',
      tag: 'bots',
      auth: 'none',
      params: BotIdParams,
      responses: { 200: MetricsSummary },
      missing: 'MANAGER_INVALID_REQUEST',
      errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
    },
  }),
} as const;
