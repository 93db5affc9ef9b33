/** `node:timers/promises` on the simulation's clock. */
import { setTimeout as sleep } from 'node:timers/promises';

declare const SAFETY_TIME_FACTOR: number;

export function setTimeout<T>(
  delayMs: number,
  value?: T,
  options?: { readonly signal?: AbortSignal },
): Promise<T> {
  return sleep(delayMs / SAFETY_TIME_FACTOR, value, options) as Promise<T>;
}
