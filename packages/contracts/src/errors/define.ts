import type { ServiceName } from '../services';

export type Severity = 'Warning' | 'Error' | 'Critical';
export type Category = 'Safety' | 'Infra' | 'Data' | 'Control';

/** What the registry knows of one error code. */
export interface ErrorSpec {
  readonly service: ServiceName | 'shared';
  readonly severity: Severity;
  readonly category: Category;
  /** The HTTP status it answers with by default; null for codes that are only logged and counted. */
  readonly status: number | null;
  /** One line: when it fires. */
  readonly cause: string;
  /** One line: what an operator does about it. */
  readonly action: string;
}

/** Keeps the literal codes as keys, so that `keyof typeof` is the union of codes. */
export function defineErrors<const T extends Record<string, ErrorSpec>>(specs: T): T {
  return specs;
}
