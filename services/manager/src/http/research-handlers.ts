/** Series for the console's charts. */
import type { managerRoutes } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { ChartStore } from '../store/charts';
import type { RunStore } from '../store/runs';
import { notFound } from './request';

export function researchHandlers(charts: ChartStore, runs: RunStore) {
  return {
    runCurve: async ({ params }) => {
      if (!(await runs.exists(params.id))) throw notFound('run', 'id');
      return charts.curve(params.id);
    },
    funding: ({ query }) => charts.funding(query),
  } satisfies Handlers<typeof managerRoutes>;
}
