/**
 * What can come of talking to the exchange. Expected outcomes are values, never exceptions.
 * Unknown is not failed: after `unknown` the exchange may have acted, and only a later read can tell.
 */

/** Why an outcome is not known. `not_connected` means that no byte left this process. */
export type UnknownCause =
  | 'not_connected'
  | 'timeout'
  | 'connection_lost'
  | 'exchange_unsure'
  | 'exchange_unavailable'
  | 'duplicate_client_order_id'
  | 'unreadable_answer'
  | 'unclassified_answer';

export interface Unknown {
  readonly kind: 'unknown';
  readonly cause: UnknownCause;
  readonly message: string;
}

/** Nothing was done. No request of this class may be sent before that moment of the monotonic clock. */
export interface Throttled {
  readonly kind: 'throttled';
  readonly untilMonotonicMs: number;
}

/** What a definitive refusal means, in words that hold at any exchange. */
export type RejectionReason =
  | 'margin_insufficient'
  | 'reduce_only_refused'
  | 'reduce_only_conflict'
  | 'conditional_orders_only_elsewhere'
  | 'would_trigger_immediately'
  | 'precision'
  | 'quantity_out_of_bounds'
  | 'price_out_of_bounds'
  | 'notional_too_small'
  | 'not_fillable'
  | 'position_limit'
  | 'too_many_orders'
  | 'symbol_not_tradable'
  | 'account_restricted'
  | 'in_liquidation'
  | 'credentials'
  | 'clock'
  | 'no_change_needed'
  | 'bad_request'
  | 'other';

/** Definitively refused: the exchange did nothing and will do nothing with this request. */
export interface Rejected {
  readonly kind: 'rejected';
  /** The exchange's own code, or `local` when the request was refused before it left. */
  readonly code: string;
  readonly reason: RejectionReason;
  readonly message: string;
}

export interface Accepted<T> {
  readonly kind: 'accepted';
  readonly order: T;
}

export type SubmitOutcome<T> = Accepted<T> | Rejected | Unknown | Throttled;

/** `not_found` right after a submit is no proof of absence: reads may lag by tens of seconds. */
export type QueryOutcome<T> =
  | { readonly kind: 'found'; readonly order: T }
  | { readonly kind: 'not_found' }
  | Rejected
  | Unknown
  | Throttled;

/** `not_found`: no such open order; it may have been filled, cancelled or never placed. */
export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not_found' }
  | Rejected
  | Unknown
  | Throttled;

/** A read, or a change of a setting that can be repeated without harm. */
export type ReadOutcome<T> = { readonly kind: 'ok'; readonly value: T } | Rejected | Unknown | Throttled;

/**
 * Who may spend the request budget: exits always, entries while a fifth is left, reads while two fifths are
 * left.
 */
export type Priority = 'exit' | 'entry' | 'read';
