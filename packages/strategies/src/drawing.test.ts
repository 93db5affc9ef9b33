import { describe, expect, it } from 'vitest';
import { generateMarket } from '../test/support/generate-market';
import { paramsOf } from '../test/support/run';
import { drawStrategy } from './drawing';
import { strategies } from './registry';

const market = generateMarket({ seed: 5, bars: 2_500, timeframe: '1h', missingEvery: 0 });
const first = market.bars.openTimeMs[0]!;

describe.each(strategies)('the lines of $name', (strategy) => {
  const params = paramsOf(strategy, {});
  const drawing = drawStrategy(strategy, params, '1h', market, first);

  it('drawn lines are as many as declared, one value a bar, and all known once warm', () => {
    expect(drawing.lines.length).toBeGreaterThan(0);
    expect(drawing.lines.map(({ title }) => title)).toEqual([...strategy.lines, ...strategy.gauges]);
    const below = drawing.lines.filter(({ scale }) => scale === 'own');
    expect(below.map(({ title }) => title)).toEqual(strategy.gauges);
    for (const { values } of drawing.lines) {
      expect(values).toHaveLength(drawing.ts.length);
      expect(values.every((value) => value !== null)).toBe(true);
    }
  });

  it('drawn lines begin after the warm-up, and carry every decision with its reason', () => {
    const evaluator = strategy.create(params, '1h');
    const warmupBars = strategy.warmupBars(params, '1h');
    const decided: unknown[] = [];
    let held = 0;
    for (let i = 0; i < market.bars.length; i++) {
      const target = evaluator.evaluate(market, i);
      if (target !== held) decided.push({ ts: market.bars.openTimeMs[i], target, reason: evaluator.reason });
      held = target;
    }
    expect(drawing.ts[0]).toBe(market.bars.openTimeMs[warmupBars - 1]);
    expect(drawing.decisions).toEqual(decided);
  });

  it('drawn lines are the same from a later beginning, which only hides what came before', () => {
    const fromMs = market.bars.openTimeMs[2_000]!;
    const later = drawStrategy(strategy, params, '1h', market, fromMs);
    expect(later.ts[0]).toBe(fromMs);
    expect(later.lines[0]!.values).toEqual(drawing.lines[0]!.values.slice(-later.ts.length));
  });
});
