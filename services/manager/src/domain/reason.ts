/**
 * The reason an operator gives, judged here as the risk service will judge it, so that a missing one never
 * leaves the manager.
 */
import { MAX_REASON_CHARS } from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import type { SettingsFault } from './bot-settings';

export function parseReason(given: unknown): Result<string, SettingsFault> {
  const reason = typeof given === 'string' ? given.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim() : '';
  if (reason === '') return err(fault('RISK_REASON_REQUIRED', 'reason is required: say why, in words'));
  if ([...reason].length <= MAX_REASON_CHARS) return ok(reason);
  return err(fault('RISK_REASON_TOO_LONG', `reason is longer than ${MAX_REASON_CHARS} characters`));
}

function fault(code: 'RISK_REASON_REQUIRED' | 'RISK_REASON_TOO_LONG', message: string): SettingsFault {
  return { code, field: 'reason', message };
}
