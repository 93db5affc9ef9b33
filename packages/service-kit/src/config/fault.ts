/** The environment as it is given, and what is wrong with a variable of it. */
import type { ErrorCode } from '@platform/contracts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigFault {
  readonly variable: string;
  readonly message: string;
  /** Where the registry has a more telling code than SHARED_CONFIG_INVALID. */
  readonly code?: ErrorCode;
}
