/** The registry of every error code. `ErrorCode` is its keys: a code that is not here does not type-check. */
import { botErrors } from './bot';
import { dataErrors } from './data';
import type { ErrorSpec } from './define';
import { executorErrors } from './executor';
import { managerErrors } from './manager';
import { riskErrors } from './risk';
import { sharedErrors } from './shared';

const registry = {
  ...executorErrors,
  ...riskErrors,
  ...dataErrors,
  ...managerErrors,
  ...botErrors,
  ...sharedErrors,
};

export type ErrorCode = keyof typeof registry;

export const errorRegistry: Readonly<Record<ErrorCode, ErrorSpec>> = registry;
export const ERROR_CODES = Object.keys(registry) as readonly ErrorCode[];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(registry, text);
}
