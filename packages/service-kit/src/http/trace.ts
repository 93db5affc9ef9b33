import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isUuid, uuidV7 } from '@platform/core';

export const TRACE_HEADER = 'x-trace-id';

export function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}

/** The caller's X-Trace-Id when it is a UUID, so that one id follows a request through all services; else a new one. */
export function traceIdOf(request: IncomingMessage): string {
  const given = request.headers[TRACE_HEADER];
  return typeof given === 'string' && isUuid(given) ? given.toLowerCase() : newId();
}
