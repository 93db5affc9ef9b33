/**
 * The one loop of the platform: bars through an evaluator, targets through the gate, signals into an execution model.
 * `replayLoop` is compiled once per strategy (see specialise.ts), so its text must stand alone.
 */
import type { Evaluator, MarketSeries, SignalGate } from '@platform/strategies';
import type { ExecutionModel } from './execution-model';
import type { SignalLog } from './records/signal-log';
import { specialisedPerLabel } from './specialise';

/** Bars `from` to `until - 1`; decisions begin at `firstBar`, earlier bars only warm up. Signals are appended. */
export function replayLoop(
  evaluator: Evaluator,
  gate: SignalGate,
  execution: ExecutionModel,
  market: MarketSeries,
  firstBar: number,
  from: number,
  until: number,
  signals: SignalLog,
): void {
  const warm = Math.min(firstBar, until);
  let i = from;
  for (; i < warm; i++) evaluator.evaluate(market, i);
  // Execution never feeds back into decisions, so it is told of bars in stretches, each ending at a decision.
  let stretch = i;
  for (; i < until; i++) {
    if (gate.accepts(evaluator.evaluate(market, i))) {
      execution.onBars(stretch, i + 1);
      stretch = i + 1;
      const decision = gate.decide(evaluator, market.bars.openTimeMs[i]!);
      signals.append(decision);
      execution.onSignal(decision, i);
    }
  }
  execution.onBars(stretch, until);
}

export type ReplayLoop = typeof replayLoop;

/** The copy of the loop that only `strategyName` ever runs through. */
export const replayLoopFor: (strategyName: string) => ReplayLoop = specialisedPerLabel(replayLoop);
