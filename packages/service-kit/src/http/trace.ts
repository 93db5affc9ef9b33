import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isUuid, uuidV7 } from '@platform/core';

export const TRACE_HEADER = 'x-trace-id';
export const VERSION_HEADER = 'x-platform-version';

/**
 * Each id takes its own ten bytes; fetched by the hundred, because fetching costs more than everything else
 * about an id.
 */
const randomness = Buffer.alloc(1_000);
let used = randomness.length;

export function newId(): string {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  used += 10;
  return uuidV7(Date.now(), randomness.subarray(used - 10, used));
}

/**
 * The caller's X-Trace-Id when it is a UUID, so that one id follows a request through all services; else a
 * new one.
 */
export function traceIdOf(request: IncomingMessage): string {
  const given = request.headers[TRACE_HEADER];
  return typeof given === 'string' && isUuid(given) ? given.toLowerCase() : newId();
}
