/**
 * The engine's step over a series that grows: what a bot runs of its strategy. Bars must come in order and
 * without gaps; the live loop makes sure.
 */
import { type Bar, BarSeries, type FundingSeries, timeframeMs } from '@platform/core';
import { decide, execute, type Trader } from '@platform/engine';
import {
  type Decision,
  type EvaluatorState,
  type MarketSeries,
  type OverlayData,
  type OverlayDecision,
  SignalGate,
  type Target,
} from '@platform/strategies';
import { LiveExecution } from './live-execution';
import type { BotSettings, StrategyPlan } from './settings';

/** What is stored with the last decided bar and brought back after a restart. */
export interface DeciderMemory {
  readonly held: Target;
  readonly evaluator: EvaluatorState;
}

export type DeciderSettings = Pick<BotSettings, 'botId' | 'symbol' | 'timeframe' | 'maxLeverage'> & {
  readonly plan: StrategyPlan;
};

export class Decider {
  readonly bars = new BarSeries();
  readonly execution: LiveExecution;
  private readonly market: MarketSeries;
  private readonly trader: Trader;

  constructor(settings: DeciderSettings, auxiliary: Omit<MarketSeries, 'bars'> = {}) {
    const { botId, symbol, timeframe, maxLeverage, plan } = settings;
    const { bars } = this;
    this.market = { bars, ...auxiliary };
    this.execution = new LiveExecution({ botId, symbol, timeframe, maxLeverage, bars });
    this.trader = {
      evaluator: plan.definition.create(plan.params, timeframe),
      gate: new SignalGate(plan.params),
      overlays: plan.overlays,
      execution: this.execution,
      barMs: timeframeMs(timeframe),
    };
  }

  get held(): Target {
    return this.trader.gate.held;
  }

  /** Bars that are only learnt from: they come before the first decision. */
  warm(bars: readonly Bar[], held: Target): void {
    const { evaluator, gate } = this.trader;
    for (const bar of bars) {
      this.bars.append(bar);
      evaluator.evaluate(this.market, this.bars.length - 1);
    }
    gate.held = held;
  }

  /** After the warm-up bars that end at the bar the memory was taken on. */
  restore(memory: DeciderMemory): void {
    const { evaluator, gate } = this.trader;
    evaluator.restore(memory.evaluator);
    gate.held = memory.held;
  }

  decide(bar: Bar): Decision | null {
    this.bars.append(bar);
    return decide(this.trader, this.market, this.bars.length - 1);
  }

  /** Of the decision just made, with what overlays may know at its close. */
  execute(decision: Decision, known: OverlayData): readonly OverlayDecision[] {
    return execute(this.trader, decision, this.market, this.bars.length - 1, known);
  }

  memory(): DeciderMemory {
    const { evaluator, gate } = this.trader;
    return { held: gate.held, evaluator: evaluator.state() };
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
      if (this.length === this.timeMs.length) this.grow();
      this.timeMs[this.length] = row.timeMs;
      this.rate[this.length] = row.rate;
      this.length += 1;
    }
  }

  private grow(): void {
    const [timeMs, rate] = [new Float64Array(this.length * 2), new Float64Array(this.length * 2)];
    timeMs.set(this.timeMs);
    rate.set(this.rate);
    this.timeMs = timeMs;
    this.rate = rate;
  }
}
