/**
 * The reason an operator gives. It ends in the audit log, so control characters become spaces before it is
 * judged.
 */
import { MAX_REASON_CHARS } from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';

export type ReasonFault = 'RISK_REASON_REQUIRED' | 'RISK_REASON_TOO_LONG';

export function parseReason(given: unknown): Result<string, ReasonFault> {
  if (typeof given !== 'string') return err('RISK_REASON_REQUIRED');
  const reason = given.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim();
  if (reason === '') return err('RISK_REASON_REQUIRED');
  // Characters as PostgreSQL counts them, not UTF-16 units.
  return [...reason].length > MAX_REASON_CHARS ? err('RISK_REASON_TOO_LONG') : ok(reason);
}
