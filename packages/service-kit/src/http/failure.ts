import { type ErrorBody, type ErrorCode, errorRegistry } from '@platform/contracts';

export interface FailureOptions {
  /** The offending parameter: a path such as `datasets/0/kind`. */
  readonly field?: string;
  /** Where it differs from the registry's default. */
  readonly status?: number;
  /** Further public members of the body, such as existing_job_id. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What happened inside: logged, never shown. */
  readonly cause?: unknown;
}

/** An error answer. Handlers throw it; its message is public text. */
export class Failure extends Error {
  readonly field: string | null;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: FailureOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.field = options.field ?? null;
    this.status = options.status ?? errorRegistry[code].status ?? 500;
    this.details = options.details ?? {};
  }
}

export function failure(code: ErrorCode, message: string, field?: string): Failure {
  return new Failure(code, message, field === undefined ? {} : { field });
}

export function errorBody(fault: Failure, traceId: string): ErrorBody {
  const { severity, category } = errorRegistry[fault.code];
  return {
    code: fault.code,
    message: fault.message,
    field: fault.field,
    severity,
    category,
    trace_id: traceId,
    ...fault.details,
  };
}
