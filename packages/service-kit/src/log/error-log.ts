import {
  type ErrorCode,
  errorRegistry,
  internalErrorCode,
  type ServiceName,
  type Severity,
  sharedMetrics,
} from '@platform/contracts';
import { Counter } from 'prom-client';
import type { Logger } from './logger';

const LEVEL = { Warning: 'warn', Error: 'error', Critical: 'fatal' } as const satisfies Record<
  Severity,
  string
>;

export interface ErrorContext {
  /** What went wrong in this case; the registry's cause when absent. */
  readonly message?: string;
  readonly err?: unknown;
  readonly [key: string]: unknown;
}

/** The one place where an error code becomes a log line of its registered severity and a count. */
export class ErrorLog {
  constructor(
    private readonly service: ServiceName,
    private readonly log: Logger,
    private readonly errorsTotal: Counter<string>,
  ) {}

  report(code: ErrorCode, context: ErrorContext = {}): void {
    const { message, ...rest } = context;
    const spec = errorRegistry[code];
    this.errorsTotal.inc({ code });
    this.log[LEVEL[spec.severity]]({ code, category: spec.category, ...rest }, message ?? spec.cause);
  }

  /**
   * For work that is not awaited: listeners, timers, subscriptions. What the work throws, at once or later,
   * is an error of this part, counted and logged; the process and everything else in it goes on.
   */
  guard<Args extends unknown[]>(part: string, work: (...args: Args) => unknown): (...args: Args) => void {
    const failed = (err: unknown) =>
      this.report(internalErrorCode(this.service), { message: `${part} failed`, part, err });
    return (...args) => {
      try {
        const outcome = work(...args);
        if (outcome instanceof Promise) outcome.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
  }
}

/** For errors outside a running service, where metrics are not scraped. */
export function uncounted(): Counter<string> {
  const { name, help, labels } = sharedMetrics.errors;
  return new Counter({ name, help, labelNames: labels, registers: [] });
}
