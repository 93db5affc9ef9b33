import type { ErrorCode } from '@platform/contracts';

/**
 * A reason not to start that an operator can act on. `details` are logged as they are: one line each, no
 * secrets.
 */
export class StartupError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
