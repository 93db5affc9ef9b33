/** Which statuses a route answers errors with, and which codes each of them carries. */
import {
  bodyTooLargeCode,
  type ErrorCode,
  errorRegistry,
  internalErrorCode,
  type RouteSpec,
  type ServiceName,
} from '@platform/contracts';
import { refusalCode } from '../auth/guard';

export function errorCodesByStatus(
  service: ServiceName,
  route: RouteSpec,
): ReadonlyMap<number, ReadonlySet<ErrorCode>> {
  const found = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode) => {
    found.set(status, (found.get(status) ?? new Set()).add(code));
  };
  if (takesInput(route)) add(400, route.invalid);
  if (route.missing !== undefined) add(404, route.missing);
  for (const code of route.errors) add(errorRegistry[code].status ?? 500, code);
  if (route.auth !== 'none') add(503, refusalCode(service, route.auth));
  if (route.method !== 'GET') {
    add(413, bodyTooLargeCode(service));
    add(415, 'SHARED_UNSUPPORTED_MEDIA_TYPE');
  }
  add(500, internalErrorCode(service));
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** A body that is sent is read, whether the route wants one or not. */
function takesInput(route: RouteSpec): boolean {
  return route.method !== 'GET' || route.params !== undefined || route.query !== undefined;
}
