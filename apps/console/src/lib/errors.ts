/**
 * An error as the console shows it: the platform's error body plus what an operator does about it. The
 * console has a few codes of its own for what can go wrong between the browser and the manager.
 */
import type { ErrorBody } from '@platform/contracts';

export interface ErrorView extends ErrorBody {
  /** What an operator does about it; null for an unknown code. */
  readonly action: string | null;
}

interface OwnError {
  readonly status: number;
  readonly severity: ErrorBody['severity'];
  readonly message: string;
  readonly action: string;
}

export const CONSOLE_ERRORS = {
  CONSOLE_SIGNED_OUT: {
    status: 401,
    severity: 'Warning',
    message: 'You are signed out.',
    action: 'Sign in again; you return to this page.',
  },
  CONSOLE_FORBIDDEN: {
    status: 403,
    severity: 'Warning',
    message: 'Your role can look but not act.',
    action: 'Ask for the operator role at the identity provider, then sign in again.',
  },
  CONSOLE_CROSS_ORIGIN: {
    status: 403,
    severity: 'Error',
    message: 'The request did not come from this console.',
    action: 'Open the console under the address in AUTH_URL and repeat the action there.',
  },
  CONSOLE_NOT_FOUND: {
    status: 404,
    severity: 'Warning',
    message: 'The manager has no such path, or does not allow it from a browser.',
    action: 'Reload: the page may be from before an upgrade.',
  },
  CONSOLE_BODY_TOO_LARGE: {
    status: 413,
    severity: 'Error',
    message: 'The request is longer than 1 MiB.',
    action: 'Shorten what you entered and send it again.',
  },
  CONSOLE_TOO_MANY_FEEDS: {
    status: 429,
    severity: 'Warning',
    message: 'This session has too many windows open.',
    action: 'Close some windows of the console; this one connects by itself.',
  },
  CONSOLE_NO_TOKEN: {
    status: 503,
    severity: 'Error',
    message: 'The console has no operator token of the manager.',
    action: 'Set PLATFORM_MANAGER_OPERATOR_TOKEN for the console and start it again.',
  },
  CONSOLE_MANAGER_UNREACHABLE: {
    status: 503,
    severity: 'Error',
    message: 'The manager does not answer.',
    action: 'Look at `./platform status` and `./platform logs manager`; the console recovers by itself.',
  },
  CONSOLE_OFFLINE: {
    status: 503,
    severity: 'Warning',
    message: 'The console itself does not answer.',
    action: 'Check your connection; the page recovers by itself and keeps what it last knew.',
  },
} as const satisfies Record<string, OwnError>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;

export function consoleError(code: ConsoleErrorCode, traceId = ''): ErrorView {
  const { severity, message, action } = CONSOLE_ERRORS[code];
  return { code, message, field: null, severity, category: 'Infra', trace_id: traceId, action };
}
