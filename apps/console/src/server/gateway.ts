/**
 * The one way from a browser to the manager. Each request is checked by itself (admission.ts); the token is
 * added here and never leaves this process. Errors come back with what an operator does about them.
 */
import 'server-only';
import { errorRegistry, isErrorCode } from '@platform/contracts';
import { CONSOLE_ERRORS, type ConsoleErrorCode, consoleError } from '../lib/errors';
import { admit } from './admission';
import { beginsWithin } from './begins-within';
import { consoleEnv } from './env';
import { readBounded } from './read-bounded';
import { currentUser } from './session';

/** An answer that begins later comes from a manager that hangs; the page says so instead of waiting along. */
const READ_WITHIN_MS = 5_000;
/** A change waits for the services behind the manager; a backtest answers by then or says that it goes on. */
const CHANGE_WITHIN_MS = 15_000;
/** Counted from everything that is stored, and looked for in everything that was logged. */
const SLOW_READS: ReadonlyMap<string, number> = new Map([
  ['/data/inventory', 30_000],
  ['/bff/logs', 20_000],
]);
const MAX_BODY_BYTES = 1024 * 1024;

export async function toManager(
  request: Request,
  { params }: { params: Promise<{ path: string[] }> },
): Promise<Response> {
  const path = `/${(await params).path.join('/')}`;
  const { authUrl, managerToken } = consoleEnv();
  const asked = {
    user: await currentUser(),
    method: request.method,
    path,
    origin: request.headers.get('origin'),
    ownOrigin: new URL(authUrl ?? request.url).origin,
    token: managerToken,
  };
  const admitted = admit(asked);
  return admitted.kind === 'refused'
    ? refuse(admitted.code)
    : forward(request, path, new Headers(admitted.headers));
}

async function forward(request: Request, path: string, headers: Headers): Promise<Response> {
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE';
  const body = hasBody ? await readBounded(request, MAX_BODY_BYTES) : null;
  if (body === 'too long') return refuse('CONSOLE_BODY_TOO_LARGE');
  if (body !== null && body.byteLength > 0) headers.set('content-type', 'application/json');
  const url = `${consoleEnv().managerUrl}${path}${new URL(request.url).search}`;
  try {
    return await beginsWithin(answerWithinMs(request.method, path), request.signal, async (signal) => {
      const answer = await fetch(url, {
        method: request.method,
        headers,
        body: body !== null && body.byteLength > 0 ? body : null,
        signal,
        redirect: 'error',
        cache: 'no-store',
      });
      return answer.ok ? passOn(answer) : await explain(answer);
    });
  } catch {
    return refuse('CONSOLE_MANAGER_UNREACHABLE');
  }
}

function answerWithinMs(method: string, path: string): number {
  return method === 'GET' ? (SLOW_READS.get(path) ?? READ_WITHIN_MS) : CHANGE_WITHIN_MS;
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
