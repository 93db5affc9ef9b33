/**
 * Before every page: a Content-Security-Policy with a fresh nonce, and visitors without a session sent to
 * sign in with their way back. Never the only check: see server/session.ts.
 */
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server';
import { auth } from './server/auth';
import { contentPolicy } from './server/content-policy';
import { consoleEnv } from './server/env';

const OPEN_PATHS = ['/sign-in', '/api/auth/', '/api/healthz', '/push-worker.js'];

type Handled = (request: NextRequest, event: NextFetchEvent) => Promise<Response>;

/**
 * With a configuration that is read at run time `auth` gives its wrapper as a promise, which its types do not
 * say.
 */
const withSession = auth as unknown as (handler: typeof answer) => Promise<Handled>;

export async function proxy(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  const response = await (await withSession(answer))(request, event);
  // The wrapper renews the session with every answer; one that was under way would bring it back after a
  // sign-out.
  response.headers.delete('set-cookie');
  return response;
}

function answer(request: NextRequest & { auth?: unknown }): Response {
  const { pathname, search, origin } = request.nextUrl;
  const isOpen = OPEN_PATHS.some((open) => pathname === open || pathname.startsWith(open));
  if (!request.auth && !isOpen && !pathname.startsWith('/api/')) {
    const signIn = new URL('/sign-in', consoleEnv().authUrl ?? origin);
    if (pathname !== '/') signIn.searchParams.set('callbackUrl', `${pathname}${search}`);
    return NextResponse.redirect(signIn);
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentPolicy(nonce, consoleEnv(), process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  // Next.js reads the nonce for its own scripts from here.
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = {
  matcher: ['/((?!_next/static|_next/image|favicon.ico|icon.svg).*)'],
};
