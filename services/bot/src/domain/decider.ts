/**
 * The strategy as a bot runs it: one evaluator and one gate over a growing series, stepping exactly as the backtest's loop does.
 * Bars must come in order and without gaps; who feeds it has made sure.
 */
import { type Bar, BarSeries, type FundingSeries, type Timeframe } from '@platform/core';
import {
  type CommonParams,
  type Evaluator,
  type EvaluatorState,
  type MarketSeries,
  type Signal,
  SignalGate,
  type StrategyDefinition,
  type Target,
} from '@platform/strategies';

/** What is stored with the last decided bar and brought back after a restart. */
export interface DeciderMemory {
  readonly held: Target;
  readonly evaluator: EvaluatorState;
}

export interface Decision {
  readonly signal: Signal | null;
  /** What was held before this bar. */
  readonly heldBefore: Target;
}

export class Decider {
  readonly bars = new BarSeries();
  readonly #market: MarketSeries;
  readonly #evaluator: Evaluator;
  readonly #gate: SignalGate;

  constructor(
    definition: StrategyDefinition,
    params: CommonParams,
    timeframe: Timeframe,
    auxiliary: Omit<MarketSeries, 'bars'> = {},
  ) {
    this.#market = { bars: this.bars, ...auxiliary };
    this.#evaluator = definition.create(params, timeframe);
    this.#gate = new SignalGate(params);
  }

  get held(): Target {
    return this.#gate.held;
  }

  /** Bars that are only learnt from: they come before the first decision. */
  warm(bars: readonly Bar[], held: Target): void {
    for (const bar of bars) this.#evaluate(bar);
    this.#gate.held = held;
  }

  /** After the warm-up bars that end at the bar the memory was taken on. */
  restore(memory: DeciderMemory): void {
    this.#evaluator.restore(memory.evaluator);
    this.#gate.held = memory.held;
  }

  decide(bar: Bar): Decision {
    const heldBefore = this.#gate.held;
    const isChange = this.#gate.accepts(this.#evaluate(bar));
    return { signal: isChange ? this.#gate.signal(this.#evaluator, bar.openTimeMs) : null, heldBefore };
  }

  memory(): DeciderMemory {
    return { held: this.#gate.held, evaluator: this.#evaluator.state() };
  }

  #evaluate(bar: Bar): Target {
    this.bars.append(bar);
    return this.#evaluator.evaluate(this.#market, this.bars.length - 1);
  }
}

/** Funding that grows while the bot runs; older settlements are never altered. */
export class GrowingFunding implements FundingSeries {
  length = 0;
  timeMs = new Float64Array(64);
  rate = new Float64Array(64);

  /** Takes the settlements newer than the last one known, in ascending order. */
  extend(rows: readonly { readonly timeMs: number; readonly rate: number }[]): void {
    for (const row of rows) {
      if (this.length > 0 && row.timeMs <= this.timeMs[this.length - 1]!) continue;
      if (this.length === this.timeMs.length) this.#grow();
      this.timeMs[this.length] = row.timeMs;
      this.rate[this.length] = row.rate;
      this.length += 1;
    }
  }

  #grow(): void {
    const [timeMs, rate] = [new Float64Array(this.length * 2), new Float64Array(this.length * 2)];
    timeMs.set(this.timeMs);
    rate.set(this.rate);
    this.timeMs = timeMs;
    this.rate = rate;
  }
}
