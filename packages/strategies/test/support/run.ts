/** Runs a strategy over a market the plain way: every bar in order, through the gate. */
import type { Timeframe } from '@platform/core';
import {
  type CommonParams,
  canonicalSignal,
  findStrategy,
  type MarketSeries,
  type Signal,
  SignalGate,
  type StrategyDefinition,
  signalOf,
} from '@platform/strategies';

export interface Emitted {
  readonly bar: number;
  readonly signal: Signal;
}

export function strategyNamed(name: string): StrategyDefinition {
  const strategy = findStrategy(name);
  if (strategy === undefined) throw new Error(`no strategy ${name}`);
  return strategy;
}

export function paramsOf(strategy: StrategyDefinition, input: unknown): CommonParams {
  const parsed = strategy.parse(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

export function runStrategy(
  name: string,
  input: unknown,
  market: MarketSeries,
  timeframe: Timeframe = '1h',
): Emitted[] {
  const strategy = strategyNamed(name);
  const params = paramsOf(strategy, input);
  const evaluator = strategy.create(params, timeframe);
  const gate = new SignalGate(params);
  const emitted: Emitted[] = [];
  for (let bar = 0; bar < market.bars.length; bar++) {
    if (!gate.accepts(evaluator.evaluate(market, bar))) continue;
    emitted.push({ bar, signal: signalOf(gate.decideOn(evaluator, market.bars.openTimeMs[bar]!)) });
  }
  return emitted;
}

/** The canonical bytes of a run: one line per signal. */
export function canonicalText(emitted: readonly Emitted[]): string {
  return emitted.map(({ signal }) => `${canonicalSignal(signal)}\n`).join('');
}

/** A run as [bar, side, reason], for tests that read like the rule they check. */
export function brief(emitted: readonly Emitted[]): (readonly [number, string, string])[] {
  return emitted.map(({ bar, signal }) => [bar, signal.side, signal.reason] as const);
}
