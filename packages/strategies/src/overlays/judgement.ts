/** How a judgement ends, and the staleness rule that all share. */
import { err, ok, type Result } from '@platform/core';
import type { Judgement } from './types';

type Details = Judgement['details'];

export const pass = (reason: string, details: Details): Judgement => ({ veto: false, reason, details });
export const veto = (reason: string, details: Details): Judgement => ({ veto: true, reason, details });

/** The data itself, or the veto for data that is absent or older than `budgetMs`. */
export function fresh<T extends { readonly timeMs: number }>(
  what: string,
  data: T | undefined,
  closeTimeMs: number,
  budgetMs: number,
): Result<T, Judgement> {
  if (data === undefined) return err(veto(`${what}_missing`, {}));
  const ageMs = closeTimeMs - data.timeMs;
  return ageMs <= budgetMs ? ok(data) : err(veto(`${what}_stale`, { age_ms: ageMs, budget_ms: budgetMs }));
}
