/**
 * Before every page: a Content-Security-Policy with a fresh nonce, the session's hour extended, and visitors without a
 * session sent to sign in with their way back. Never the only check: see server/session.ts.
 */
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server';
import { auth } from './server/auth';
import { contentPolicy } from './server/content-policy';
import { consoleEnv } from './server/env';

const OPEN_PATHS = ['/sign-in', '/api/auth/', '/api/healthz'];

export async function proxy(request: NextRequest, event: NextFetchEvent) {
  const withSession = await (auth as (handler: typeof answer) => Promise<unknown> | unknown)(answer);
  return (withSession as (request: NextRequest, event: NextFetchEvent) => Promise<Response>)(request, event);
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
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = {
  matcher: ['/((?!_next/static|_next/image|favicon.ico|icon.svg).*)'],
};
