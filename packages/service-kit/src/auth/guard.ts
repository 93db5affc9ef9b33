/**
 * The operator-token guard. It runs before the body is read, fails closed when no token is configured, and
 * answers a missing and a wrong token with the same bytes in the same time: both sides are compared as
 * SHA-256 digests in constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type ErrorCode, type RouteAuth, type ServiceName, unauthorizedCode } from '@platform/contracts';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Secret } from '../config/secret';
import { Failure } from '../http/failure';

export interface GuardTokens {
  readonly operator: Secret | undefined;
  /** Asked for at each call: the token may appear, or change, while the service runs. */
  readonly breakGlass?: () => Promise<Secret | undefined>;
}

type GuardedAuth = Exclude<RouteAuth, 'none'>;

const PRESENTED: Readonly<Record<GuardedAuth, (request: FastifyRequest) => string>> = {
  operator: headerToken,
  session: (request) => headerToken(request) || bearerToken(request),
  bearer: bearerToken,
  'break-glass': bearerToken,
};

export function createGuard(
  service: ServiceName,
  tokens: GuardTokens,
): (auth: GuardedAuth) => onRequestAsyncHookHandler {
  return (auth) => {
    const expected =
      auth === 'break-glass' ? (tokens.breakGlass ?? absent) : () => Promise.resolve(tokens.operator);
    const code = refusalCode(service, auth);
    return async (request) => {
      const token = await expected();
      if (token === undefined) {
        throw new Failure(
          code,
          'this endpoint is disabled: its token is not configured, or carries less than 256 bits',
          { status: 503 },
        );
      }
      if (!isSameToken(PRESENTED[auth](request), token)) {
        throw new Failure(code, 'unauthorized', { status: 401 });
      }
    };
  };
}

/** Takes the same time wherever the two differ. */
export function isSameToken(presented: string, expected: Secret): boolean {
  return timingSafeEqual(digest(presented), digest(expected.reveal()));
}

/** What a request without the right token is answered with: 401, and 503 where none is configured. */
export function refusalCode(service: ServiceName, auth: GuardedAuth): ErrorCode {
  return auth === 'break-glass' ? 'EXECUTOR_BREAK_GLASS_DENIED' : unauthorizedCode(service);
}

const absent = () => Promise.resolve(undefined);

function headerToken(request: FastifyRequest): string {
  const value = request.headers['x-operator-token'];
  return typeof value === 'string' ? value : '';
}

function bearerToken(request: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
