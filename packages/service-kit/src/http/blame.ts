/** Turns the faults TypeBox found into the one field and sentence that a caller can act on. */
import type { TLocalizedValidationError } from 'typebox/error';

export interface Blame {
  readonly field: string;
  readonly message: string;
}

/** `part` names the place (body, query, params) when the value as a whole is at fault. */
export function blame(faults: readonly TLocalizedValidationError[], part: string): Blame {
  const field = (fault: TLocalizedValidationError) => fieldOf(fault) || part;
  const first = relevant(faults)[0];
  if (first !== undefined) return { field: field(first), message: `${field(first)} ${messageOf(first)}` };
  const literals = faults.filter((fault) => fault.keyword === 'const');
  const name = literals[0] === undefined ? part : field(literals[0]);
  const allowed = literals.flatMap((fault) =>
    fault.keyword === 'const' ? [String(fault.params.allowedValue)] : [],
  );
  return { field: name, message: `${name} must be one of ${allowed.join(', ')}` };
}

/**
 * A union member whose discriminating literal differs is not the one the caller meant: its other faults are
 * noise.
 */
function relevant(faults: readonly TLocalizedValidationError[]): TLocalizedValidationError[] {
  const otherMembers = faults
    .filter((fault) => fault.keyword === 'const')
    .map((fault) => /^.*\/anyOf\/\d+/.exec(fault.schemaPath)?.[0])
    .filter((path) => path !== undefined);
  return faults.filter(
    (fault) =>
      fault.keyword !== 'boolean' &&
      fault.keyword !== 'anyOf' &&
      !otherMembers.some((path) => fault.schemaPath === path || fault.schemaPath.startsWith(`${path}/`)),
  );
}

function fieldOf(fault: TLocalizedValidationError): string {
  const path = fault.instancePath.split('/').slice(1);
  if (fault.keyword === 'required') path.push(fault.params.requiredProperties[0] ?? '');
  if (fault.keyword === 'additionalProperties') path.push(fault.params.additionalProperties[0] ?? '');
  return path.join('/');
}

function messageOf(fault: TLocalizedValidationError): string {
  switch (fault.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'const':
      return `must be ${String(fault.params.allowedValue)}`;
    default:
      return fault.message;
  }
}
