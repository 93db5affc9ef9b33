/** What a backtest records at fills. Amounts are in quote currency; times are epoch milliseconds. */

export type ExitReason = 'signal' | 'stop_loss' | 'take_profit' | 'bankrupt';

export interface Fill {
  /** Open time of the bar it happened in; for a bankruptcy the bar's close time. */
  readonly timeMs: number;
  readonly side: 'buy' | 'sell';
  readonly kind: 'entry' | 'exit';
  /** The signal's reason for an entry. */
  readonly reason: string;
  readonly price: number;
  /** Unsigned. */
  readonly quantity: number;
  readonly notional: number;
  readonly fee: number;
  /** What the price was worse by than its base; already in the price. */
  readonly slippage: number;
}

/** An entry with its exit; the exit fields are null while it is open. */
export interface Roundtrip {
  readonly side: 'long' | 'short';
  readonly entryTimeMs: number;
  readonly entryPrice: number;
  readonly exitTimeMs: number | null;
  readonly exitPrice: number | null;
  readonly quantity: number;
  readonly grossPnl: number;
  readonly fees: number;
  readonly slippage: number;
  /** Funding paid while it was open; negative when received. */
  readonly funding: number;
  /** After fees and funding; slippage is in the prices. */
  readonly netPnl: number;
  /** Net, as a fraction of the entry's notional. */
  readonly return: number;
  readonly durationMs: number;
  readonly bars: number;
  /**
   * Furthest the price went against and for the position, as fractions of the entry price: mae <= 0 <= mfe.
   */
  readonly mae: number;
  readonly mfe: number;
  readonly entryReason: string;
  readonly exitReason: ExitReason | null;
}
