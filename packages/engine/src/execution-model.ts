/**
 * What stands between decisions and a market. A backtest and the live bot run the same step and differ in
 * this alone.
 */
import type { Decision } from '@platform/strategies';

export interface ExecutionModel {
  /**
   * Bars `from` to `until - 1` went by: earlier orders fill, funding settles, stops trigger. A decision made
   * meanwhile, if any, was made at the last close; live, that is one bar at a time.
   */
  onBars(from: number, until: number): void;
  /**
   * A change of target, decided at the close of bar `i`, the last one that went by. Nothing of it may fill
   * before bar `i + 1`. The record is overwritten by the next decision: copy what must last.
   */
  onDecision(decision: Decision, i: number): void;
}
