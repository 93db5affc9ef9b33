/**
 * One environment variable of the contract. Values are parsed by the service's config.ts; this is the
 * catalogue.
 */
export interface EnvVar {
  readonly name: string;
  /**
   * The process refuses to start without it. Operator tokens are not: without them guarded routes answer 503.
   */
  readonly required: boolean;
  /** Printed as *** wherever configuration is shown. */
  readonly secret: boolean;
  /** Opens guarded routes: refused at start when it carries less than 256 bits. */
  readonly token?: true;
  /** The default as it would be written in the environment; absent without one. */
  readonly default?: string;
  /** Other spellings that are accepted for the same variable. */
  readonly aliases?: readonly string[];
  readonly description: string;
}

export function defineEnv<const T extends readonly EnvVar[]>(vars: T): T {
  return vars;
}
