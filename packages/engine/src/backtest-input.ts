/** What a backtest is given. */
import type { Timeframe } from '@platform/core';
import type { CommonParams, MarketSeries, StrategyDefinition } from '@platform/strategies';
import type { RunMemory } from './records/run-memory';
import type { BacktestSettings } from './settings';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface BacktestInput<P extends CommonParams = CommonParams> {
  readonly strategy: StrategyDefinition<P>;
  /** As `strategy.parse` returned them. */
  readonly params: P;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /**
   * Closed, sound bars in order, no two overlapping: those of the span, after up to `warmupBars - 1` earlier
   * ones.
   */
  readonly market: MarketSeries;
  readonly settings: BacktestSettings;
  /**
   * What was asked for, so that the result can say how much of it there was; without it, what was given after
   * the warm-up.
   */
  readonly span?: Span;
  /** The caller left out a last bar that was still open. */
  readonly lastBarOpen?: boolean;
  /** Of a caller that makes many runs and keeps nothing of one that it has read. */
  readonly memory?: RunMemory;
}
