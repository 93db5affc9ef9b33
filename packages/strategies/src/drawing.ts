/**
 * What a strategy sees, for a chart: its lines and what it decided, from the evaluator that bots and
 * backtests decide with.
 */
import type { Timeframe } from '@platform/core';
import type { CommonParams, MarketSeries, StrategyDefinition, Target } from './types';

export interface Drawing {
  readonly ts: readonly number[];
  /** Null before a line has a value. */
  readonly lines: readonly {
    readonly title: string;
    /** Whether it is drawn over the price or below it. */
    readonly scale: 'price' | 'own';
    readonly values: readonly (number | null)[];
  }[];
  readonly decisions: readonly { readonly ts: number; readonly target: Target; readonly reason: string }[];
}

/**
 * Consumes the market from its first bar; what is given back begins at `fromMs`, and never before the warm-up
 * is over.
 */
export function drawStrategy<P extends CommonParams>(
  strategy: StrategyDefinition<P>,
  params: P,
  timeframe: Timeframe,
  market: MarketSeries,
  fromMs: number,
): Drawing {
  const { bars } = market;
  const evaluator = strategy.create(params, timeframe);
  const warmupBars = strategy.warmupBars(params, timeframe);
  const ts: number[] = [];
  const drawn = [
    ...strategy.lines.map((title) => ({ title, scale: 'price' as const })),
    ...strategy.gauges.map((title) => ({ title, scale: 'own' as const })),
  ];
  const columns = drawn.map(() => [] as (number | null)[]);
  const decisions: { ts: number; target: Target; reason: string }[] = [];
  let held: Target = 0;
  for (let i = 0; i < bars.length; i++) {
    const target = evaluator.evaluate(market, i);
    const openTimeMs = bars.openTimeMs[i]!;
    const isShown = openTimeMs >= fromMs && i + 1 >= warmupBars;
    if (isShown) {
      ts.push(openTimeMs);
      const values = evaluator.lineValues?.() ?? [];
      for (const [at, column] of columns.entries()) column.push(finite(values[at]));
      if (target !== held) decisions.push({ ts: openTimeMs, target, reason: evaluator.reason });
    }
    held = target;
  }
  return { ts, lines: drawn.map((line, at) => ({ ...line, values: columns[at]! })), decisions };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
