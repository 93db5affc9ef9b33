/** Series for the console's charts. */
import { type DrawingQuery, type DrawingView, MAX_DRAWN_BARS, type managerRoutes } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Handlers } from '@platform/service-kit';
import { drawStrategy } from '@platform/strategies';
import type { ChartStore } from '../store/reads/charts';
import type { RunStore } from '../store/runs';
import { notFound, strategyAsked } from './request';

const NOTHING: DrawingView = { ts: [], lines: [], decisions: [], note: null };

export function researchHandlers(charts: ChartStore, runs: RunStore) {
  const drawing = async (query: DrawingQuery): Promise<DrawingView> => {
    const { symbol, from_ts: fromMs, to_ts: toMs } = query;
    const { strategy, params } = strategyAsked(query);
    const timeframe = query.timeframe as Timeframe;
    const span = { market: 'perp', symbol, timeframe, fromMs, toMs } as const;
    const bars = await charts.bars(span, strategy.warmupBars(params, timeframe), MAX_DRAWN_BARS);
    if (bars.length === 0) return NOTHING;
    const needs = strategy.datasets(params, timeframe);
    const others = await charts.others(span, bars.openTimeMs[0]!, needs, MAX_DRAWN_BARS);
    if (typeof others === 'string') {
      return { ...NOTHING, note: `${strategy.title} also needs ${others}, of which nothing is stored.` };
    }
    const market = { bars, ...others };
    const { ts, lines, decisions } = drawStrategy(strategy, params, timeframe, market, fromMs);
    return {
      ts: [...ts],
      lines: lines.map(({ values, ...line }) => ({ ...line, values: [...values] })),
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
