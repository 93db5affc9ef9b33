/**
 * The step of step.ts over many bars at once, for a trader without overlays. It differs in three ways that
 * change no bit:
 * - execution hears of bars in spans, each ending at a decision, because execution never feeds back into
 *   decisions;
 * - an evaluator that consumes runs of bars is asked for runs;
 * - a decision's numbers move in fields, because V8 may have to allocate numbers that are passed as
 *   arguments.
 * `fastLoop` is compiled once per strategy (see specialise.ts), so its text must stand alone.
 */
import type { Evaluator, MarketSeries, RunEvaluator, SignalGate } from '@platform/strategies';
import type { ExecutionModel } from '../execution-model';
import type { SignalLog } from '../records/signal-log';
import type { Replay } from '../step';
import { specialisedPerLabel } from './specialise';

export function fastLoop(
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
  let spanStart = i;
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
      execution.onBars(spanStart, i);
      spanStart = i;
      const { proposal } = gate;
      proposal.openTimeMs = market.bars.openTimeMs[last]!;
      proposal.sizeScale = evaluator.sizeScale;
      proposal.stopPrice = evaluator.stopPrice;
      proposal.takeProfitPrice = evaluator.takeProfitPrice;
      proposal.reason = evaluator.reason;
      const decision = gate.decide();
      signals.append(decision);
      execution.onDecision(decision, last);
    }
  }
  if (spanStart < until) execution.onBars(spanStart, until);
}

const loopFor = specialisedPerLabel(fastLoop);

/** `replay` in the copy of the loop that only `strategyName` ever runs through. */
export function fastReplayFor(strategyName: string): Replay {
  const loop = loopFor(strategyName);
  return ({ evaluator, gate, execution, overlays }, market, firstBar, from, until, signals) => {
    if (overlays.length > 0) throw new Error('the fast loop asks no overlays');
    loop(evaluator, gate, execution, market, firstBar, from, until, signals);
  };
}
