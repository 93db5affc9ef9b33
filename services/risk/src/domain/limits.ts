/** The limits in force: the rows of risk.limits over the defaults of the contract. */
import {
  DEFAULT_RISK_LIMITS,
  isRiskLimitName,
  RISK_LIMITS,
  type RiskLimitName,
  type RiskLimits,
} from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';

export interface LimitRow {
  readonly name: string;
  readonly value: string;
}

/** Throws on a value out of its range: what a breaker would do by it is undefined. */
export function limitsFrom(rows: readonly LimitRow[]): RiskLimits {
  const limits: Record<string, number> = { ...DEFAULT_RISK_LIMITS };
  for (const { name, value } of rows) {
    if (!isRiskLimitName(name)) continue;
    if (!isAllowed(name, Number(value))) throw new RangeError(`limit ${name} is ${value}`);
    limits[name] = Number(value);
  }
  return limits as RiskLimits;
}

export interface LimitChange {
  readonly name: RiskLimitName;
  readonly value: number;
}

export function parseLimitChange(
  name: string,
  value: unknown,
): Result<LimitChange, { readonly field: 'name' | 'value'; readonly message: string }> {
  if (!isRiskLimitName(name)) return err({ field: 'name', message: `there is no limit called ${name}` });
  if (typeof value !== 'number' || !isAllowed(name, value)) {
    const { min, max } = RISK_LIMITS[name];
    return err({ field: 'value', message: `value must be a number from ${min} to ${max}` });
  }
  return ok({ name, value });
}

function isAllowed(name: RiskLimitName, value: number): boolean {
  const { min, max } = RISK_LIMITS[name];
  return value >= min && value <= max;
}
