/**
 * A bot without the service around it: one evaluator and gate stepping over a market, with what it emitted at
 * each bar.
 */
import type { Timeframe } from '@platform/core';
import {
  canonicalSignal,
  type Evaluator,
  type MarketSeries,
  SignalGate,
  signalOf,
  type Target,
} from '@platform/strategies';
import { paramsOf, strategyNamed } from './run';

export class RehearsedBot {
  /** Per bar the canonical signal, or '' where nothing was emitted. */
  readonly emissions: string[] = [];
  private readonly evaluator: Evaluator;
  private readonly gate: SignalGate;

  constructor(
    name: string,
    input: unknown,
    private readonly timeframe: Timeframe,
  ) {
    const strategy = strategyNamed(name);
    const params = paramsOf(strategy, input);
    this.evaluator = strategy.create(params, this.timeframe);
    this.gate = new SignalGate(params);
  }

  get held(): Target {
    return this.gate.held;
  }

  step(market: MarketSeries): void {
    const i = this.emissions.length;
    const hasChanged = this.gate.accepts(this.evaluator.evaluate(market, i));
    const openTimeMs = market.bars.openTimeMs[i]!;
    const decision = hasChanged ? this.gate.decideOn(this.evaluator, openTimeMs) : null;
    this.emissions.push(decision === null ? '' : canonicalSignal(signalOf(decision)));
  }

  /** What the bot stores between restarts, as the text it is stored as. */
  stored(): string {
    return JSON.stringify({ held: this.gate.held, state: this.evaluator.state() });
  }

  restore(stored: string): void {
    const { held, state } = JSON.parse(stored);
    this.gate.held = held;
    this.evaluator.restore(state);
  }
}
