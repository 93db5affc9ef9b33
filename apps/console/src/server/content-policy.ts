/** What a page may load: itself, and nothing from anywhere else. Scripts only by this request's nonce. */
import type { ConsoleEnv } from './parse-env';

export function contentPolicy(nonce: string, env: ConsoleEnv, isDevelopment: boolean): string {
  const identity = new URL(env.identity.issuer).origin;
  const logs = env.logViewerUrl === undefined ? "'none'" : new URL(env.logViewerUrl).origin;
  // The development server evaluates its own code and keeps a socket for hot reload.
  const evaluate = isDevelopment ? " 'unsafe-eval'" : '';
  const hotReload = isDevelopment ? ' ws:' : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${hotReload}`,
    "manifest-src 'self'",
    // Nothing but the one that shows pushed alerts.
    "worker-src 'self'",
    `frame-src ${logs}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // The sign-in form is answered with a redirect to the identity provider, which counts as its target.
    `form-action 'self' ${identity}`,
  ].join('; ');
}
