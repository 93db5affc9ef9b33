/** Series for the console's charts. */
import type { managerRoutes } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Handlers } from '@platform/service-kit';
import type { Draw } from '../app/ports';
import type { ChartStore } from '../store/reads/charts';
import type { RunStore } from '../store/runs';
import { notFound, strategyAsked } from './request';

export function researchHandlers(charts: ChartStore, runs: RunStore, draw: Draw) {
  return {
    runCurve: async ({ params }) => {
      if (!(await runs.exists(params.id))) throw notFound('run', 'id');
      return charts.curve(params.id);
    },
    funding: ({ query }) => charts.funding(query),
    drawing: ({ query }) => {
      const { strategy, params } = strategyAsked(query);
      const { symbol, from_ts: fromMs, to_ts: toMs } = query;
      const timeframe = query.timeframe as Timeframe;
      return draw({ strategy: strategy.name, params, symbol, timeframe, fromMs, toMs });
    },
  } satisfies Handlers<typeof managerRoutes>;
}
