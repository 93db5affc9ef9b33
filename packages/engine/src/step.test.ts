import { HOUR_MS } from '@platform/core';
import { configureOverlay, type Decision, overlays, SignalGate, type Target } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { barsFromCloses } from '../../strategies/test/support/bars';
import { scripted } from '../test/scripted';
import { execute, type Trader } from './step';

const PARAMS = { allow_short: true, size_hint: { kind: 'fixed', value: 1 } } as const;

const market = { bars: barsFromCloses(Array.from({ length: 400 }, (_, i) => 100 + (i % 2))) };

const decided = (heldBefore: Target, target: Target): Decision => ({
  openTimeMs: market.bars.openTimeMs[399]!,
  target,
  heldBefore,
  sizeHint: { kind: 'fixed', value: 0.5 },
  sl: 90,
  tp: Number.NaN,
  reason: 'trend_up',
});

/** What is executed of the decision, and what the overlays said of it, with nothing known but the bars. */
function judged(names: readonly string[], decision: Decision) {
  const executed: Decision[] = [];
  const trader: Trader = {
    evaluator: scripted({}).create(PARAMS, '1h'),
    gate: new SignalGate(PARAMS),
    overlays: names.map((name) => {
      const overlay = configureOverlay(name, {});
      if (!overlay.ok) throw new Error(JSON.stringify(overlay.error));
      return overlay.value;
    }),
    execution: { onBars: () => undefined, onDecision: (left) => executed.push(left) },
    barMs: HOUR_MS,
  };
  return { judgements: execute(trader, decision, market, 399), executed };
}

describe('overlays in the step', () => {
  it('let an exit pass unasked, even with nothing known', () => {
    const exit = decided(1, 0);
    expect(
      judged(
        overlays.map(({ name }) => name),
        exit,
      ),
    ).toEqual({ judgements: [], executed: [exit] });
  });

  it('overlays in the step drop an entry from flat when one objects, and every answer is recorded', () => {
    const { executed, judgements } = judged(['volatility_spike', 'funding'], decided(0, 1));
    expect(executed).toEqual([]);
    expect(judgements).toMatchObject([
      { overlay: 'volatility_spike', veto: false },
      { overlay: 'funding', veto: true, reason: 'funding_missing' },
    ]);
  });

  it('overlays in the step leave of a vetoed flip the exit from what is held', () => {
    expect(judged(['funding'], decided(1, -1)).executed).toMatchObject([
      { target: 0, sl: Number.NaN, reason: 'vetoed_by_funding', sizeHint: { value: 0 } },
    ]);
  });

  it('hand on an entry without objection as it is', () => {
    const entry = decided(0, 1);
    expect(judged(['volatility_spike'], entry).executed[0]).toBe(entry);
  });
});
