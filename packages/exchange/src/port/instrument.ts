/**
 * What can be traded, and within which steps and bounds. All numbers are decimal strings as the exchange gave
 * them.
 */
import type { ReadOutcome } from './outcomes';

export type Side = 'buy' | 'sell';
/** In hedge mode a symbol has a long and a short position at once, and an order acts on one of them. */
export type PositionSide = 'long' | 'short';
export type Market = 'spot' | 'perp';

export interface StepBounds {
  readonly step: string;
  readonly min: string;
  readonly max: string;
}

export interface SymbolFilters {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly isTrading: boolean;
  readonly price: StepBounds;
  readonly quantity: StepBounds;
  readonly marketQuantity: StepBounds;
  /** Price × quantity below this is refused, except for orders that only reduce. */
  readonly minNotional: string;
  /** A limit price may lie between these multiples of the mark price. */
  readonly priceBand: { readonly up: string; readonly down: string };
  readonly maxOpenOrders: number;
  readonly maxConditionalOrders: number;
}

export interface Filters {
  /** The filters of a symbol, read again when older than their time or doubted since. */
  of(symbol: string): Promise<ReadOutcome<SymbolFilters>>;
  all(): Promise<ReadOutcome<readonly SymbolFilters[]>>;
  /** The next read asks the exchange again. */
  invalidate(): void;
}

export interface VenueClock {
  /** The exchange's time, carried by the monotonic clock: jumps of the local wall clock do not move it. */
  nowMs(): number;
  /** Exchange time minus local wall time; large means that this machine's clock is wrong. */
  offsetMs(): number;
  resync(): Promise<ReadOutcome<{ readonly roundTripMs: number }>>;
}
