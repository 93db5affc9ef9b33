/**
 * The console's environment as one object. Every fault is reported at once; what only tests may use is
 * refused in production.
 */
import { z } from 'zod';

const text = z.string().min(1);
const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  AUTH_SECRET: text,
  AUTH_URL: z.url().optional(),
  AUTH_IDP_ISSUER: z.url(),
  AUTH_IDP_CLIENT_ID: text,
  AUTH_IDP_CLIENT_SECRET: text,
  PLATFORM_MANAGER_INTERNAL_URL: z.url().optional(),
  PLATFORM_MANAGER_WS_INTERNAL_URL: z.url().default('ws://127.0.0.1:8083/ws'),
  PLATFORM_MANAGER_OPERATOR_TOKEN: text.optional(),
  LOG_VIEWER_URL: z.url({ protocol: /^https?$/ }).optional(),
  PLATFORM_CONSOLE_E2E_INJECT_HEADERS: z.enum(['true', 'false']).default('false'),
  PLATFORM_CONSOLE_E2E_AUTH_TOKEN: text.optional(),
});

export interface ConsoleEnv {
  readonly authUrl: string | undefined;
  readonly identity: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  readonly authSecret: string;
  readonly managerUrl: string;
  readonly managerSocketUrl: string;
  readonly managerToken: string | undefined;
  readonly logViewerUrl: string | undefined;
  /** Token of the test credentials provider; undefined outside development. */
  readonly testToken: string | undefined;
}

export function parseEnv(source: Readonly<Record<string, string | undefined>>): ConsoleEnv {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(filled);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const env = parsed.data;
  const asksForTestSignIn =
    env.PLATFORM_CONSOLE_E2E_INJECT_HEADERS === 'true' || env.PLATFORM_CONSOLE_E2E_AUTH_TOKEN !== undefined;
  if (asksForTestSignIn && env.NODE_ENV === 'production') {
    throw new Error(
      'PLATFORM_CONSOLE_E2E_INJECT_HEADERS, PLATFORM_CONSOLE_E2E_AUTH_TOKEN: not in production',
    );
  }
  return {
    authUrl: env.AUTH_URL,
    identity: {
      issuer: env.AUTH_IDP_ISSUER,
      clientId: env.AUTH_IDP_CLIENT_ID,
      clientSecret: env.AUTH_IDP_CLIENT_SECRET,
    },
    authSecret: env.AUTH_SECRET,
    managerUrl: env.PLATFORM_MANAGER_INTERNAL_URL ?? httpOf(env.PLATFORM_MANAGER_WS_INTERNAL_URL),
    managerSocketUrl: env.PLATFORM_MANAGER_WS_INTERNAL_URL,
    managerToken: env.PLATFORM_MANAGER_OPERATOR_TOKEN,
    logViewerUrl: env.LOG_VIEWER_URL,
    testToken:
      env.PLATFORM_CONSOLE_E2E_INJECT_HEADERS === 'true' ? env.PLATFORM_CONSOLE_E2E_AUTH_TOKEN : undefined,
  };
}

/** The manager serves both on one port. */
function httpOf(socketUrl: string): string {
  return new URL(socketUrl).origin.replace(/^ws/, 'http');
}
