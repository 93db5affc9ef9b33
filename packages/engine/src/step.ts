/**
 * The one step of the platform: a bar through the evaluator, its target through the gate, a change of target
 * through the overlays and into the execution model. The bot takes this step at every close and a backtest is
 * defined by it; fast/ holds the form in which a backtest runs it over a million bars, with the property test
 * that both give the same bits.
 *
 * The step has two halves because live overlay data is read only when there is a decision to judge, and
 * reading it takes time.
 */
import {
  type ConfiguredOverlay,
  type Decision,
  type Evaluator,
  type MarketSeries,
  type OverlayData,
  type OverlayDecision,
  type SignalGate,
  withoutEntry,
} from '@platform/strategies';
import type { ExecutionModel } from './execution-model';
import type { SignalLog } from './records/signal-log';

export interface Trader {
  readonly evaluator: Evaluator;
  readonly gate: SignalGate;
  readonly overlays: readonly ConfiguredOverlay[];
  readonly execution: ExecutionModel;
  readonly barMs: number;
}

/**
 * The first half: what bar `i` changes, null when nothing. The record is the gate's: the next decision
 * overwrites it.
 */
export function decide(
  { evaluator, gate, execution }: Trader,
  market: MarketSeries,
  i: number,
): Decision | null {
  const target = evaluator.evaluate(market, i);
  execution.onBars(i, i + 1);
  return gate.accepts(target) ? gate.decideOn(evaluator, market.bars.openTimeMs[i]!) : null;
}

/**
 * The second half: every overlay is asked about an entry, and one veto drops it; what is held on the other
 * side is still closed, so a vetoed flip becomes an exit. An exit passes unasked. What is left is executed.
 * Returns every judgement, for the record.
 */
export function execute(
  { overlays, execution, barMs }: Trader,
  decision: Decision,
  { bars }: MarketSeries,
  i: number,
  known: OverlayData = {},
): readonly OverlayDecision[] {
  const side = decision.target === 1 ? 'long' : 'short';
  const context = { ...known, closeTimeMs: bars.openTimeMs[i]! + barMs, bars, barIndex: i };
  const asked = decision.target === 0 ? [] : overlays;
  const judgements = asked.map((each) => ({ overlay: each.name, ...each.judge(side, context) }));
  const objection = judgements.find(({ veto }) => veto);
  const left = objection === undefined ? decision : withoutEntry(decision, `vetoed_by_${objection.overlay}`);
  if (left !== null) execution.onDecision(left, i);
  return judgements;
}

/**
 * Bars `from` to `until - 1` of a market that is known; decisions begin at `firstBar`, earlier bars only warm
 * up.
 */
export function replay(
  trader: Trader,
  market: MarketSeries,
  firstBar: number,
  from: number,
  until: number,
  signals: SignalLog,
): void {
  for (let i = from; i < until; i++) {
    if (i < firstBar) {
      trader.evaluator.evaluate(market, i);
      continue;
    }
    const decision = decide(trader, market, i);
    if (decision === null) continue;
    signals.append(decision);
    execute(trader, decision, market, i);
  }
}

export type Replay = typeof replay;
