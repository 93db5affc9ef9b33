/**
 * Sign-in by OIDC code flow (PKCE, state, nonce). The session is an encrypted cookie that lasts a working day
 * from sign-in and only as long as it is open here (open-sessions.ts); proxy.ts keeps it from being renewed.
 * A user with neither role is refused at sign-in.
 */
import 'server-only';
import type { Role } from '@platform/contracts';
import NextAuth, { type NextAuthConfig, type NextAuthResult } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { roleOf } from '../lib/roles';
import { consoleEnv } from './env';
import { openSessions } from './open-sessions';
import type { ConsoleEnv } from './parse-env';

declare module 'next-auth' {
  interface User {
    role?: Role | undefined;
    /** How the audit log names this person. */
    actor?: string | undefined;
    sessionId?: string | undefined;
  }
}

const SESSION_SECONDS = 12 * 60 * 60;

function config(): NextAuthConfig {
  const env = consoleEnv();
  return {
    secret: env.authSecret,
    providers: [identityProvider(env), ...testProviders(env)],
    pages: { signIn: '/sign-in', error: '/sign-in' },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    callbacks: {
      signIn: ({ user }) => user.role !== undefined,
      jwt: ({ token, user, account }) => {
        // `user` is there at sign-in only.
        if (user?.role !== undefined) {
          const sessionId = crypto.randomUUID();
          const expiresAtMs = Date.now() + 1_000 * SESSION_SECONDS;
          openSessions().open(sessionId, { idToken: account?.id_token, expiresAtMs });
          return { ...token, role: user.role, actor: user.actor, name: user.name ?? null, sessionId };
        }
        return openSessions().find(token['sessionId']) === undefined ? null : token;
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: {
          name: token.name ?? null,
          role: token['role'] as Role,
          actor: token['actor'] as string,
          sessionId: token['sessionId'] as string,
        },
      }),
    },
  };
}

function identityProvider({ identity }: ConsoleEnv): NextAuthConfig['providers'][number] {
  return {
    id: 'idp',
    name: 'Identity provider',
    type: 'oidc',
    issuer: identity.issuer,
    clientId: identity.clientId,
    clientSecret: identity.clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid profile email' } },
    profile: (claims) => {
      const actor = String(claims['preferred_username'] ?? claims['email'] ?? claims['sub']);
      return {
        id: String(claims['sub']),
        name: String(claims['name'] ?? actor),
        role: roleOf(claims['roles']) ?? roleOf(claims['groups']),
        actor,
      };
    },
  };
}

/** For end-to-end tests in development; the environment refuses its variables in production. */
function testProviders({ testToken }: ConsoleEnv): NextAuthConfig['providers'] {
  if (testToken === undefined) return [];
  return [
    Credentials({
      id: 'test',
      name: 'Test',
      credentials: { token: {}, role: {} },
      authorize: ({ token, role }) =>
        token === testToken ? { id: 'test', name: 'Test', role: roleOf([role]), actor: 'test' } : null,
    }),
  ];
}

const nextAuth: NextAuthResult = NextAuth(config);
export const handlers: NextAuthResult['handlers'] = nextAuth.handlers;
export const auth: NextAuthResult['auth'] = nextAuth.auth;
export const signIn: NextAuthResult['signIn'] = nextAuth.signIn;
export const signOut: NextAuthResult['signOut'] = nextAuth.signOut;
