/** Words of the order path: networks, intents, orders, and why something was refused. */

export const NETWORKS = ['testnet', 'prod'] as const;
export type Network = (typeof NETWORKS)[number];

/** What an operator may address at once. */
export const NETWORK_SCOPES = ['testnet', 'prod', 'all'] as const;
export type NetworkScope = (typeof NETWORK_SCOPES)[number];

export const MARKETS = ['spot', 'perp'] as const;
export type Market = (typeof MARKETS)[number];

export const POSITION_SIDES = ['long', 'short'] as const;

/** flat is an exit: close what is held and hold nothing. */
export const INTENT_SIDES = ['long', 'short', 'flat'] as const;
export type IntentSide = (typeof INTENT_SIDES)[number];

export const INTENT_OUTCOMES = ['accepted', 'rejected', 'superseded'] as const;
/** undecided: no outcome yet. */
export const INTENT_STATES = [...INTENT_OUTCOMES, 'undecided'] as const;

/** reason_code of a refused intent (EXECUTOR_INTENT_REJECTED). */
export const INTENT_REJECTION_REASONS = [
  'max_notional_exceeded',
  'funding_guard_exceeded',
  'margin_sanity_exceeded',
  'sl_missing_or_invalid',
  'exchange_data_unavailable',
  'missing_strategy',
  'stale_fence',
  'no_lease',
] as const;
export type IntentRejectionReason = (typeof INTENT_REJECTION_REASONS)[number];

/** outcome_reason of an intent that met the halt latch, the first of all gates. */
export const HALTED_OUTCOME_REASON = 'risk_halted';
/** Of an intent that would open while its bot is paused by risk or an operator, stopped or in quarantine. */
export const PAUSED_OUTCOME_REASON = 'bot_paused';

export const SUBMIT_FAILURE_REASONS = [
  'entry_submission_failed',
  'sl_submission_failed',
  'sl_submission_failed_cancel_failed',
  'network_not_configured',
] as const;
export type SubmitFailureReason = (typeof SUBMIT_FAILURE_REASONS)[number];

export const FLATTEN_STEP_FAILURE_REASONS = [
  'network_not_configured',
  'book_fetch_failed',
  'aggressive_limit_failed',
  'market_fallback_failed',
  'symbol_new_rejected',
  'position_poll_failed',
  'step_zero_cancel_failed',
] as const;
export type FlattenStepFailureReason = (typeof FLATTEN_STEP_FAILURE_REASONS)[number];

export const ORDER_LEGS = ['entry', 'sl', 'tp', 'exit', 'flatten'] as const;
export type OrderLeg = (typeof ORDER_LEGS)[number];

/** order_type of the orders that a flatten creates. */
export const FLATTEN_ORDER_TYPE = 'flatten';

/** In the order of an order's life. unknown is not failed: the exchange may have the order. */
export const ORDER_STATUSES = [
  'submitting',
  'unknown',
  'new',
  'partially_filled',
  'filled',
  'cancelled',
  'rejected',
  'expired',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
