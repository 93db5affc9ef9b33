import type { TSchema } from 'typebox';
import type { ErrorCode } from '../errors';

/**
 * How a request proves itself:
 * none: open · operator: X-Operator-Token of this service · bearer: the same token as Authorization: Bearer
 * break-glass: Authorization: Bearer with the break-glass token · session: the console's server-side token,
 * in either header
 */
export type RouteAuth = 'none' | 'operator' | 'bearer' | 'break-glass' | 'session';

/** One HTTP endpoint. A service mounts its table of these; OpenAPI, tests and clients are derived from it. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify form, with `:id` parameters. */
  readonly path: string;
  readonly summary: string;
  /** What the summary has no room for: order of checks, what is left untouched, how to go on. */
  readonly description?: string;
  readonly tag: string;
  readonly auth: RouteAuth;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Where a body may be larger than DEFAULT_BODY_BYTES. */
  readonly maxBodyBytes?: number;
  /**
   * Success responses by status. An error status stands here only when its body says more than ErrorBody; all
   * other error responses are derived from `errors`.
   */
  readonly responses: Readonly<Record<number, TSchema>>;
  /** The code that a request failing validation is answered with. */
  readonly invalid: ErrorCode;
  /** The code that a path naming nothing that exists is answered with, as 404. */
  readonly missing?: ErrorCode;
  /** Further codes that this route may answer with. */
  readonly errors: readonly ErrorCode[];
}

/** What the routes of a group have in common; a route that says otherwise has its own way. */
export interface RouteGroup {
  readonly tag?: string;
  readonly invalid: ErrorCode;
  /** Answered where a token is asked for and not given. */
  readonly unauthorized?: ErrorCode;
  /** After the codes of each route. */
  readonly errors?: readonly ErrorCode[];
}

type Common = Pick<RouteSpec, 'tag' | 'invalid' | 'errors'>;
type OwnRoute = Omit<RouteSpec, keyof Common> & Partial<Common>;

export function defineRoutes<const T extends Record<string, OwnRoute>>(
  group: RouteGroup,
  routes: T,
): { readonly [Name in keyof T]: Omit<T[Name], keyof Common> & Common } {
  const { tag = '', invalid, unauthorized, errors = [] } = group;
  const whole = Object.entries<OwnRoute>(routes).map(([name, route]) => {
    const guarded = route.auth === 'none' || unauthorized === undefined ? [] : [unauthorized];
    return [name, { tag, invalid, ...route, errors: [...guarded, ...(route.errors ?? []), ...errors] }];
  });
  return Object.fromEntries(whole);
}
