/**
 * A strategy that changes its mind in most minutes, by the price alone: long, short, flat. Its stops are far
 * away.
 */

import type { StrategyPlan } from '@platform/bot/core';
import { ok } from '@platform/core';

const TARGETS = [1, -1, 0, 1, -1] as const;
const STOP_DISTANCE = 0.1;
const WARMUP_BARS = 40;
/** Of the bot's equity. */
const SIZE = 0.4;

type Definition = StrategyPlan['definition'];
type Evaluator = ReturnType<Definition['create']>;

/** `leaning` makes bots differ that see the same prices. */
export function restlessPlan(leaning: number): StrategyPlan {
  const params = { allow_short: true, size_hint: { kind: 'fixed', value: SIZE } } as const;
  const definition: Definition = {
    name: 'restless',
    title: 'Restless',
    summary: '',
    status: 'in_progress',
    timeframes: ['1m'],
    validatedTimeframes: [],
    lines: [],
    gauges: [],
    schema: {} as Definition['schema'],
    parse: () => ok(params),
    warmupBars: () => WARMUP_BARS,
    datasets: () => [],
    create: () => evaluatorOf(leaning),
  };
  return { definition, params, overlays: [] };
}

function evaluatorOf(leaning: number): Evaluator {
  let target: (typeof TARGETS)[number] = 0;
  return {
    stopPrice: Number.NaN,
    takeProfitPrice: Number.NaN,
    sizeScale: 1,
    reason: 'restless',
    evaluate({ bars }, i) {
      const close = bars.close[i]!;
      const mood = Math.round(close * 1e4) + leaning;
      if (mood % 3 !== 0) target = TARGETS[mood % TARGETS.length]!;
      this.stopPrice = target === 0 ? Number.NaN : close * (1 - target * STOP_DISTANCE);
      return target;
    },
    state: () => ({ target }),
    restore: (state) => {
      target = state['target'] as typeof target;
    },
  };
}
