/**
 * The one way from a browser to the manager. Each request is checked by itself: a session, a route of the contract, and
 * for everything that changes something also the operator role and this console's own origin. The token is added here and
 * never leaves this process; the manager learns who acts from X-Actor.
 */
import 'server-only';
import { errorRegistry, isErrorCode, type RouteSpec } from '@platform/contracts';
import { CONSOLE_ERRORS, type ConsoleErrorCode, consoleError } from '../lib/errors';
import { consoleEnv } from './env';
import { findRoute } from './routes';
import { currentUser, type SignedIn } from './session';

/** A backtest answers within seconds or says that it goes on; reads are far quicker. */
const ANSWER_WITHIN_MS = 30_000;
const MAX_BODY_BYTES = 1024 * 1024;

export async function toManager(request: Request, path: string): Promise<Response> {
  const user = await currentUser();
  if (user === null) return refuse('CONSOLE_SIGNED_OUT');
  const route = findRoute(request.method, path);
  if (route === undefined) return refuse('CONSOLE_NOT_FOUND');
  const acts = request.method !== 'GET' || route.auth !== 'none';
  if (acts && user.role !== 'operator') return refuse('CONSOLE_FORBIDDEN');
  if (acts && !isSameOrigin(request)) return refuse('CONSOLE_CROSS_ORIGIN');
  const token = consoleEnv().managerToken;
  if (acts && token === undefined) return refuse('CONSOLE_NO_TOKEN');
  return forward(request, path, headersFor(route, user, acts ? token : undefined));
}

async function forward(request: Request, path: string, headers: Headers): Promise<Response> {
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE';
  const body = hasBody ? await request.arrayBuffer() : null;
  if (body !== null && body.byteLength > MAX_BODY_BYTES) return Response.json(null, { status: 413 });
  if (body !== null && body.byteLength > 0) headers.set('content-type', 'application/json');
  const url = `${consoleEnv().managerUrl}${path}${new URL(request.url).search}`;
  try {
    const answer = await fetch(url, {
      method: request.method,
      headers,
      body: body !== null && body.byteLength > 0 ? body : null,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      redirect: 'error',
      cache: 'no-store',
    });
    return answer.ok ? passOn(answer) : await explain(answer);
  } catch {
    return refuse('CONSOLE_MANAGER_UNREACHABLE');
  }
}

function headersFor(route: RouteSpec, user: SignedIn, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json', 'x-actor': asHeader(user.actor) });
  if (token === undefined) return headers;
  if (route.auth === 'operator') headers.set('x-operator-token', token);
  else headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** Header values are latin-1; a name beyond it is spelled in escapes rather than refused. */
function asHeader(text: string): string {
  return encodeURI(text).slice(0, 200);
}

function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  const own = consoleEnv().authUrl ?? request.url;
  return origin !== null && origin === new URL(own).origin;
}

const PASSED_ON = ['content-type', 'x-trace-id', 'x-platform-version'];

function passOn(answer: Response): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

/** The manager's error with what an operator does about it, from the registry. */
async function explain(answer: Response): Promise<Response> {
  const body: unknown = await answer.json().catch(() => null);
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
  if (code === '') return refuse('CONSOLE_MANAGER_UNREACHABLE');
  const action = isErrorCode(code) ? errorRegistry[code].action : null;
  return Response.json(
    { ...(body as object), action },
    { status: answer.status, headers: { 'cache-control': 'no-store' } },
  );
}

export function refuse(code: ConsoleErrorCode): Response {
  const { status } = CONSOLE_ERRORS[code];
  return Response.json(consoleError(code), { status, headers: { 'cache-control': 'no-store' } });
}
