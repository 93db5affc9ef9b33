import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateMarket } from '../test/support/generate-market';
import { paramsOf } from '../test/support/run';
import { strategies } from './registry';
import type { Evaluator, RunEvaluator, StrategyDefinition, Target } from './types';

const market = generateMarket({ seed: 11, bars: 2500, timeframe: '1h', missingEvery: 97 });
const lastBar = market.bars.length;

interface Standing {
  readonly target: Target;
  readonly stopPrice: number;
  readonly sizeScale: number;
  readonly state: unknown;
}

function standing(evaluator: Evaluator, target: Target): Standing {
  return { target, stopPrice: evaluator.stopPrice, sizeScale: evaluator.sizeScale, state: evaluator.state() };
}

function barByBar(strategy: StrategyDefinition): Standing[] {
  const evaluator = strategy.create(paramsOf(strategy, {}), '1h');
  return Array.from({ length: lastBar }, (_, i) => standing(evaluator, evaluator.evaluate(market, i)));
}

/** A fresh evaluator that has consumed the bars before `firstBar`, where it consumes runs at all. */
function warmRunner(strategy: StrategyDefinition, firstBar: number): RunEvaluator | null {
  const evaluator = strategy.create(paramsOf(strategy, {}), '1h');
  for (let i = 0; i < firstBar; i++) evaluator.evaluate(market, i);
  return 'evaluateRun' in evaluator ? (evaluator as RunEvaluator) : null;
}

/** What the caller holds, and how many bars it asks for at most. */
const request = fc.record({
  held: fc.constantFrom<Target>(-1, 0, 1),
  bars: fc.integer({ min: 1, max: 400 }),
});

describe.each(strategies.filter((strategy) => warmRunner(strategy, 0) !== null))('$name', (strategy) => {
  const firstBar = strategy.warmupBars(paramsOf(strategy, {}), '1h') - 1;
  const expected = barByBar(strategy);

  it('a strategy decides in runs as it does bar by bar, wherever runs end', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 100 }), (requests) => {
        const runner = warmRunner(strategy, firstBar)!;
        let i = firstBar;
        for (const { held, bars } of requests) {
          const until = Math.min(lastBar, i + bars);
          if (i === until) break;
          const next = runner.evaluateRun(market, i, until, held);
          const firstOther = expected.slice(i, until).findIndex(({ target }) => target !== held);
          expect(next).toBe(firstOther < 0 ? until : i + firstOther + 1);
          expect(standing(runner, runner.target)).toEqual(expected[next - 1]);
          i = next;
        }
      }),
      { numRuns: 50 },
    );
  });
});
