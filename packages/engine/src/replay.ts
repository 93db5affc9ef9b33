/**
 * The one loop of the platform: bars through an evaluator, targets through the gate, signals into an execution model.
 * `replayLoop` is compiled once per strategy (see specialise.ts), so its text must stand alone.
 */
import type { Evaluator, MarketSeries, RunEvaluator, SignalGate } from '@platform/strategies';
import type { ExecutionModel } from './execution-model';
import type { SignalLog } from './records/signal-log';
import { specialisedPerLabel } from './specialise';

/** Bars `from` to `until - 1`; decisions begin at `firstBar`, earlier bars only warm up. Signals are appended. */
export function replayLoop(
  evaluator: Evaluator | RunEvaluator,
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
  let target = gate.held;
  // Execution never feeds back into decisions, so it is told of bars in stretches, each ending at a decision.
  let stretch = i;
  while (i < until) {
    if ('evaluateRun' in evaluator) {
      i = evaluator.evaluateRun(market, i, until, target);
      target = evaluator.target;
    } else {
      // A loop with nothing else inside: V8 then reads what does not change from bar to bar only once.
      const held = target;
      while (i < until && target === held) target = evaluator.evaluate(market, i++);
    }
    if (gate.accepts(target)) {
      const last = i - 1;
      execution.onBars(stretch, i);
      stretch = i;
      const { proposal } = gate;
      proposal.openTimeMs = market.bars.openTimeMs[last]!;
      proposal.sizeScale = evaluator.sizeScale;
      proposal.stopPrice = evaluator.stopPrice;
      proposal.takeProfitPrice = evaluator.takeProfitPrice;
      proposal.reason = evaluator.reason;
      const decision = gate.decide();
      signals.append(decision);
      execution.onSignal(decision, last);
    }
  }
  if (stretch < until) execution.onBars(stretch, until);
}

export type ReplayLoop = typeof replayLoop;

/** The copy of the loop that only `strategyName` ever runs through. */
export const replayLoopFor: (strategyName: string) => ReplayLoop = specialisedPerLabel(replayLoop);
