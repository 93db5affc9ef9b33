/** Series for the console's charts. */
import type { managerRoutes } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Handlers } from '@platform/service-kit';
import type { Draw } from '../app/ports';
import type { StrategyDesk } from '../app/strategy-desk';
import type { ChartStore } from '../store/reads/charts';
import type { RunStore } from '../store/runs';
import { notFound, paramsAsked } from './request';

export function researchHandlers(charts: ChartStore, runs: RunStore, strategies: StrategyDesk, draw: Draw) {
  return {
    runCurve: async ({ params }) => {
      if (!(await runs.exists(params.id))) throw notFound('run', 'id');
      return charts.curve(params.id);
    },
    funding: ({ query }) => charts.funding(query),
    drawing: async ({ query }) => {
      const { params } = await paramsAsked(strategies, query);
      const { strategy, symbol, from_ts: fromMs, to_ts: toMs } = query;
      const timeframe = query.timeframe as Timeframe;
      return draw({ strategy, params, symbol, timeframe, fromMs, toMs });
    },
  } satisfies Handlers<typeof managerRoutes>;
}
