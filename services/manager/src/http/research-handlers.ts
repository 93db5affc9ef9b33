/** Series for the console's charts. */
import { type DrawingQuery, type DrawingView, MAX_DRAWN_BARS, type managerRoutes } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Handlers } from '@platform/service-kit';
import { drawStrategy } from '@platform/strategies';
import type { ChartStore } from '../store/charts';
import type { RunStore } from '../store/runs';
import { notFound, strategyAsked } from './request';

const NOTHING: DrawingView = { ts: [], lines: [], decisions: [], note: null };

export function researchHandlers(charts: ChartStore, runs: RunStore) {
  const drawing = async (query: DrawingQuery): Promise<DrawingView> => {
    const { symbol, from_ts: fromMs, to_ts: toMs } = query;
    const { strategy, params } = strategyAsked(query);
    const timeframe = query.timeframe as Timeframe;
    const needs = strategy.datasets(params, timeframe).filter(({ input }) => input !== 'bars');
    if (needs.length > 0) {
      const kinds = [...new Set(needs.map(({ kind }) => kind))].join(' and ');
      return { ...NOTHING, note: `${strategy.title} also needs ${kinds}: it is not drawn.` };
    }
    const warmupBars = strategy.warmupBars(params, timeframe);
    const span = { symbol, timeframe, fromMs, toMs };
    const bars = await charts.bars(span, warmupBars, MAX_DRAWN_BARS);
    const { ts, lines, decisions } = drawStrategy(strategy, params, timeframe, { bars }, fromMs);
    return {
      ts: [...ts],
      lines: lines.map(({ title, values }) => ({ title, values: [...values] })),
      decisions: decisions.map((decision) => ({ ...decision })),
      note: null,
    };
  };
  return {
    runCurve: async ({ params }) => {
      if (!(await runs.exists(params.id))) throw notFound('run', 'id');
      return charts.curve(params.id);
    },
    funding: ({ query }) => charts.funding(query),
    drawing: ({ query }) => drawing(query),
  } satisfies Handlers<typeof managerRoutes>;
}
