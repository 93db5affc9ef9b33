/** From a request to an operator action: who, why, and the answer to give when either is missing. */

import type { RouteSpec } from '@platform/contracts';
import type { Result } from '@platform/core';
import { type Failure, failure, type RequestOf } from '@platform/service-kit';
import type { AuditedAction } from '../domain/audited-action';
import { parseReason, type ReasonFault } from '../domain/reason';

const REASON_MESSAGE: Readonly<Record<ReasonFault, string>> = {
  RISK_REASON_REQUIRED: 'reason is required: say why, in words',
  RISK_REASON_TOO_LONG: 'reason is longer than 500 characters',
};

/** The holder of the token is the operator; the manager names the person behind it. */
const ACTOR_HEADER = 'x-actor';
const MAX_ACTOR_CHARS = 128;

export function operatorActionOf(request: RequestOf<RouteSpec>): AuditedAction {
  const body = request.body as { reason?: unknown } | null;
  const reason = orThrow(parseReason(body?.reason), (code) => failure(code, REASON_MESSAGE[code], 'reason'));
  return { traceId: request.traceId, reason, actor: actorOf(request.raw.headers[ACTOR_HEADER]) };
}

export function orThrow<T, E>(result: Result<T, E>, toFailure: (error: E) => Failure): T {
  if (!result.ok) throw toFailure(result.error);
  return result.value;
}

function actorOf(header: string | string[] | undefined): string {
  const named = typeof header === 'string' ? header.replace(/\p{Cc}/gu, ' ').trim() : '';
  return named === '' ? 'operator' : `operator:${named.slice(0, MAX_ACTOR_CHARS)}`;
}
