/**
 * Every guarded route of the contract: closed without a token, closed alike for a missing and a wrong one,
 * open for the right one.
 */
import { type RouteSpec, unauthorizedCode } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import type { Environs } from './environs';
import { call, labelOf, tokenHeaders } from './requests';
import {
  BREAK_GLASS_TOKEN,
  guardedRoutes,
  routesOf,
  type Subject,
  startSubject,
  TOKEN,
  tokenVariable,
} from './subject';

const TRACE_ID = '01923456-789a-7000-8000-0000000000ab';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const operator = (token: string) => ({ 'x-operator-token': token });

/** Every way to prove oneself or to fail at it; only the last is right. */
const CREDENTIALS: Readonly<Record<string, (route: RouteSpec) => Record<string, string>>> = {
  none: () => ({}),
  empty: (route) => guardHeaders(route, ''),
  wrong: (route) => guardHeaders(route, 'wrong'),
  'one character more': (route) => guardHeaders(route, `${ownToken(route)}x`),
  'one character less': (route) => guardHeaders(route, ownToken(route).slice(0, -1)),
  'in another case': (route) => guardHeaders(route, ownToken(route).toUpperCase()),
  'the other token': (route) => guardHeaders(route, route.auth === 'break-glass' ? TOKEN : BREAK_GLASS_TOKEN),
  'in another header': (route) => misplaced(route),
  'as basic authentication': (route) => ({
    authorization: `Basic ${Buffer.from(`operator:${ownToken(route)}`).toString('base64')}`,
  }),
  right: (route) => guardHeaders(route, ownToken(route)),
};

const ownToken = (route: RouteSpec) => (route.auth === 'break-glass' ? BREAK_GLASS_TOKEN : TOKEN);
const guardHeaders = (route: RouteSpec, token: string) =>
  route.auth === 'bearer' || route.auth === 'break-glass' ? bearer(token) : operator(token);

/** The right token where this route does not look for it. */
function misplaced(route: RouteSpec): Record<string, string> {
  if (route.auth === 'session') return { cookie: `x-operator-token=${TOKEN}`, 'x-token': TOKEN };
  return route.auth === 'operator' ? bearer(TOKEN) : operator(ownToken(route));
}

export function guardSuite<Config>(subject: Subject<Config>, environs: Environs, url: () => string): void {
  const { service } = subject;
  const guarded = guardedRoutes(service);

  describe('the operator guard', () => {
    it.each(routesOf(service).map((route) => [labelOf(route), route] as const))(
      '%s is answered by what the contract says of it, whatever the credential',
      async (_, route) => {
        const answers = await Promise.all(
          Object.entries(CREDENTIALS).map(async ([kind, headers]) => {
            const { status, text } = await call(url(), route, { 'x-trace-id': TRACE_ID, ...headers(route) });
            return { kind, status, text };
          }),
        );
        const refused = answers.filter(({ status }) => status === 401);
        const wrong =
          route.auth === 'none' ? [] : Object.keys(CREDENTIALS).filter((kind) => kind !== 'right');
        expect(refused.map(({ kind }) => kind)).toEqual(wrong);
        expect(new Set(refused.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
      },
    );

    it.each(guarded.map((route) => [labelOf(route), route] as const))(
      '%s answers a missing and a wrong token with the same bytes, before it reads the body',
      async (_, route) => {
        const trace = { 'x-trace-id': TRACE_ID };
        const missing = await call(url(), route, trace, route.method === 'GET' ? undefined : '{');
        const wrong = await call(url(), route, { ...trace, ...tokenHeaders(route, 'wrong') });
        expect(missing.status).toBe(401);
        expect(wrong.status).toBe(401);
        expect(wrong.text).toBe(missing.text);
        expect(shownHeaders(wrong.headers)).toEqual(shownHeaders(missing.headers));
        const code = route.auth === 'break-glass' ? 'EXECUTOR_BREAK_GLASS_DENIED' : unauthorizedCode(service);
        expect(missing.json()).toMatchObject({ code, field: null, trace_id: TRACE_ID });
      },
    );

    it.each(guarded.map((route) => [labelOf(route), route] as const))(
      '%s lets the right token pass to validation',
      async (_, route) => {
        const answer = await call(url(), route, tokenHeaders(route));
        expect(answer.status).not.toBe(401);
        // A route whose upstream is not configured says so in a code of its own.
        if (answer.status === 503) expect(answer.json().code).not.toMatch(/_UNAUTHORIZED$|_DENIED$/);
        else if (route.body !== undefined && answer.status !== 501) expect(answer.status).toBe(400);
      },
    );

    it.each(['absent', 'empty'])(
      'answers 503 on every guarded route while the token is %s',
      async (state) => {
        const env = environs.environment();
        const tokens = [tokenVariable(service), 'PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN'];
        for (const name of tokens.filter((token) => token in env)) {
          if (state === 'empty') env[name] = '';
          else delete env[name];
        }
        const closed = await startSubject(subject, env);
        try {
          for (const route of guarded) {
            const answer = await call(closed.url, route, tokenHeaders(route));
            expect([labelOf(route), answer.status]).toEqual([labelOf(route), 503]);
            expect(answer.json().code).toMatch(/_UNAUTHORIZED$|_DENIED$/);
          }
        } finally {
          await closed.close();
        }
      },
    );
  });
}

function shownHeaders(headers: Headers): Record<string, string> {
  const { date: _, ...rest } = Object.fromEntries(headers);
  return rest;
}
