/**
 * What stands between a strategy's signals and a market: signals in, fills out. A backtest and the live bot run the same
 * loop over the same evaluator and differ in the execution model alone.
 */
import type { Signal } from '@platform/strategies';

export interface ExecutionModel {
  /** What happens while bar `i` is being made, up to its close: earlier orders fill, funding settles, stops trigger. */
  onBar(i: number): void;
  /** A signal decided at the close of bar `i`. Nothing of it may fill before bar `i + 1`. */
  onSignal(signal: Signal, i: number): void;
}
