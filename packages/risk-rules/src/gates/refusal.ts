/**
 * Why an intent goes no further: the gate that stopped it, the reason its outcome row carries, and the code
 * it is reported under.
 */
import {
  type ErrorCode,
  HALTED_OUTCOME_REASON,
  type IntentRejectionReason,
  PAUSED_OUTCOME_REASON,
  type SubmitFailureReason,
} from '@platform/contracts';

/** What a cap refuses has a code of its own, and this outcome_reason. */
export const CAP_REASONS = {
  per_order: 'cap_per_order_exceeded',
  gross_exposure: 'cap_gross_exposure_exceeded',
  per_bot_daily: 'cap_per_bot_daily_exceeded',
  global_daily: 'cap_global_daily_exceeded',
} as const;
export type Cap = keyof typeof CAP_REASONS;

export type RefusalReason =
  | typeof HALTED_OUTCOME_REASON
  | typeof PAUSED_OUTCOME_REASON
  | IntentRejectionReason
  | SubmitFailureReason
  | (typeof CAP_REASONS)[Cap];

export interface Refusal {
  readonly kind: 'refused';
  readonly gate: 'halt' | 'pause' | 'lease' | 'invariant' | 'cap' | 'submitter';
  readonly reason: RefusalReason;
  readonly code: ErrorCode;
  /** For the operator's log. */
  readonly detail: string;
}

export const HALTED: Refusal = {
  kind: 'refused',
  gate: 'halt',
  reason: HALTED_OUTCOME_REASON,
  code: 'RISK_HALTED',
  detail: 'the halt latch is engaged, unreadable or was not read lately',
};

export const PAUSED: Refusal = {
  kind: 'refused',
  gate: 'pause',
  reason: PAUSED_OUTCOME_REASON,
  code: 'EXECUTOR_INTENT_REJECTED',
  detail: 'the bot is paused by risk or by an operator, stopped or in quarantine',
};

export function refused(gate: 'lease' | 'invariant', reason: IntentRejectionReason, detail: string): Refusal {
  return { kind: 'refused', gate, reason, code: 'EXECUTOR_INTENT_REJECTED', detail };
}

export function submitRefused(reason: SubmitFailureReason, detail: string): Refusal {
  return { kind: 'refused', gate: 'submitter', reason, code: 'EXECUTOR_SUBMIT_FAILED', detail };
}
