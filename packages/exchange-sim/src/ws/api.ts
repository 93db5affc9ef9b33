/**
 * The WebSocket API (/ws-fapi/v1): the same requests as over HTTP, one JSON message each, signed over their
 * sorted parameters. A connection that logged on with an Ed25519 key need not sign any more.
 */

import { ERRORS, type VenueError } from '../domain/errors';
import type { RawRequest, Reply } from '../http/call';
import type { Dispatch } from '../http/pipeline';
import { identify } from '../http/signature';
import type { Simulator } from '../simulator';
import { encodeJson } from '../wire/json';

const METHODS: Readonly<Record<string, string>> = {
  ping: 'GET /fapi/v1/ping',
  time: 'GET /fapi/v1/time',
  depth: 'GET /fapi/v1/depth',
  'ticker.price': 'GET /fapi/v1/ticker/price',
  'ticker.book': 'GET /fapi/v1/ticker/bookTicker',
  'order.place': 'POST /fapi/v1/order',
  'order.modify': 'PUT /fapi/v1/order',
  'order.cancel': 'DELETE /fapi/v1/order',
  'order.status': 'GET /fapi/v1/order',
  'algoOrder.place': 'POST /fapi/v1/algoOrder',
  'algoOrder.cancel': 'DELETE /fapi/v1/algoOrder',
  'account.status': 'GET /fapi/v2/account',
  'v2/account.status': 'GET /fapi/v3/account',
  'account.balance': 'GET /fapi/v2/balance',
  'v2/account.balance': 'GET /fapi/v3/balance',
  'account.position': 'GET /fapi/v2/positionRisk',
  'v2/account.position': 'GET /fapi/v3/positionRisk',
  'userDataStream.start': 'POST /fapi/v1/listenKey',
  'userDataStream.ping': 'PUT /fapi/v1/listenKey',
  'userDataStream.stop': 'DELETE /fapi/v1/listenKey',
};

/** What the venue knows of one connection. */
export interface ApiSession {
  readonly connectedSinceMs: number;
  /** The key that logged on, and when. */
  logon: { readonly key: string; readonly sinceMs: number } | undefined;
}

/** What to send, when, and whether the connection is cut instead. */
export interface ApiAnswer {
  readonly text: string | undefined;
  readonly latencyMs: number;
  readonly cut: boolean;
}

export function answerApi(
  sim: Simulator,
  handle: (request: RawRequest) => Dispatch,
  session: ApiSession,
  message: string,
): ApiAnswer {
  const parsed = parse(message);
  if (parsed === undefined) return now(failure(null, ERRORS.badJson()));
  const { id, method, params } = parsed;
  if (method.startsWith('session.')) return now(changeSession(sim, session, parsed));
  const route = METHODS[method];
  if (route === undefined) return now(failure(id, ERRORS.unknownMethod(method)));
  const { reply, latencyMs, instead } = handle(requestOf(route, params, session.logon?.key));
  const text = instead === undefined ? encodeJson(envelope(sim, id, reply)) : undefined;
  return { text, latencyMs, cut: instead === 'reset' };
}

interface ApiMessage {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Ids keep all their digits; other values are taken as they are written. */
function parse(message: string): ApiMessage | undefined {
  try {
    const exact = message.replace(/("(?:orderId|algoId)"\s*:\s*)(\d+)/g, '$1"$2"');
    const { id, method, params } = JSON.parse(exact) as Record<string, unknown>;
    if (typeof method !== 'string') return undefined;
    const given = Object.entries((params ?? {}) as Record<string, unknown>);
    return { id, method, params: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
  } catch {
    return undefined;
  }
}

function requestOf(
  route: string,
  params: Readonly<Record<string, string>>,
  session: string | undefined,
): RawRequest {
  const [method, path] = route.split(' ') as [string, string];
  const { apiKey, ...rest } = params;
  const sorted = Object.keys(params).sort();
  const rawQuery = sorted.map((name) => `${name}=${params[name]}`).join('&');
  const unsigned = apiKey === undefined && session !== undefined ? { session } : {};
  return { method, path, rawQuery, rawBody: '', params: rest, apiKey: apiKey ?? session, ...unsigned };
}

function changeSession(sim: Simulator, session: ApiSession, { id, method, params }: ApiMessage): string {
  if (method === 'session.logon') {
    const identity = identify(sim, requestOf('GET /', params, undefined), 'read');
    if (!identity.ok) return failure(id, identity.error);
    if (identity.key?.publicKey === undefined) return failure(id, ERRORS.badKeyType());
    session.logon = { key: identity.key.key, sinceMs: sim.clock.statedMs() };
  } else if (method === 'session.logout') session.logon = undefined;
  else if (method !== 'session.status') return failure(id, ERRORS.unknownMethod(method));
  const result = {
    apiKey: session.logon?.key ?? null,
    authorizedSince: session.logon?.sinceMs ?? null,
    connectedSince: session.connectedSinceMs,
    returnRateLimits: true,
    serverTime: sim.clock.statedMs(),
  };
  return encodeJson({ id, status: 200, result });
}

function envelope(sim: Simulator, id: unknown, reply: Reply) {
  const outcome = reply.status === 200 ? { result: reply.body } : { error: reply.body };
  return { id, status: reply.status, ...outcome, rateLimits: usedLimits(sim, reply) };
}

function usedLimits(sim: Simulator, { headers = {} }: Reply) {
  const { weightPerMinute, ordersPer10s, ordersPerMinute } = sim.options.limits;
  const rows = [
    ['REQUEST_WEIGHT', 'MINUTE', 1, weightPerMinute, headers['X-MBX-USED-WEIGHT-1M']],
    ['ORDERS', 'SECOND', 10, ordersPer10s, headers['X-MBX-ORDER-COUNT-10S']],
    ['ORDERS', 'MINUTE', 1, ordersPerMinute, headers['X-MBX-ORDER-COUNT-1M']],
  ] as const;
  return rows
    .filter(([, , , , count]) => count !== undefined)
    .map(([rateLimitType, interval, intervalNum, limit, count]) => ({
      rateLimitType,
      interval,
      intervalNum,
      limit,
      count: Number(count),
    }));
}

function failure(id: unknown, { status, code, msg }: VenueError): string {
  return encodeJson({ id, status, error: { code, msg } });
}

function now(text: string): ApiAnswer {
  return { text, latencyMs: 0, cut: false };
}
