/**
 * From a request to an operator action: who did it, under which trace id; and what every body goes through
 * before it is validated.
 */
import type { ErrorCode, RouteSpec } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import { Failure, failure, type RequestOf, type ServiceHandle } from '@platform/service-kit';
import type { OperatorAction } from '../app/ports';
import type { StrategyDesk } from '../app/strategy-desk';
import { snakeFields } from '../domain/request-text';

/** The holder of the token is the operator; the console names the person behind it. */
export const ACTOR_HEADER = 'x-actor';
const MAX_ACTOR_CHARS = 128;

export function operatorActionOf({
  raw,
  traceId,
}: Pick<RequestOf<RouteSpec>, 'raw' | 'traceId'>): OperatorAction {
  return { actor: actorOf(raw.headers[ACTOR_HEADER]), traceId };
}

function actorOf(header: string | string[] | undefined): string {
  const named = typeof header === 'string' ? header.replace(/\p{Cc}/gu, ' ').trim() : '';
  return named === '' ? 'operator' : `operator:${named.slice(0, MAX_ACTOR_CHARS)}`;
}

export function notFound(what: string, field: string): Failure {
  return new Failure('MANAGER_INVALID_REQUEST', `there is no such ${what}`, { field, status: 404 });
}

export function toFailure(fault: { code: ErrorCode; field: string; message: string }): Failure {
  return failure(fault.code, fault.message, fault.field);
}

interface StrategyQuery {
  readonly strategy: string;
  readonly timeframe: string;
  readonly params?: string;
}

/**
 * What the strategy of a query makes of its parameters, which come as a JSON object in a text; throws what
 * is wrong with either.
 */
export async function paramsAsked(strategies: StrategyDesk, query: StrategyQuery) {
  const { strategy, timeframe } = query;
  const given = parsedObject(query.params ?? '{}');
  const answer = await strategies.ask(strategy, 'paramsAndWarmup', strategy, timeframe as Timeframe, given);
  if (!answer.ok) throw toFailure(answer.error);
  return answer.value;
}

function parsedObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Not JSON: refused below.
  }
  throw failure('MANAGER_INVALID_REQUEST', 'params must be a JSON object', 'params');
}

/** Requests may be written in either casing. */
export function normaliseRequests(app: ServiceHandle['app']): void {
  app.addHook('preValidation', async (request) => {
    if (request.body !== undefined) request.body = snakeFields(request.body);
    request.query = snakeFields(request.query);
    request.params = lowerCase(request.params);
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** UUIDs are stored in lower case; names and the ids of jobs are what they are. */
function lowerCase(params: unknown): Record<string, string> {
  const entries = Object.entries(params as Record<string, string>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, UUID.test(value) ? value.toLowerCase() : value]),
  );
}
