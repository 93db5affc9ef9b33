/**
 * Whether a browser's request may pass to the manager, and with which headers. A session and a route of the
 * contract always; for everything that changes something also the operator role and this console's own
 * origin.
 */
import type { Role, RouteSpec } from '@platform/contracts';
import type { ConsoleErrorCode } from '../lib/errors';
import { findRoute } from './routes';

export interface SignedIn {
  readonly name: string;
  readonly role: Role;
  /** How the audit log names this person. */
  readonly actor: string;
  readonly sessionId: string;
}

export interface AdmissionRequest {
  readonly user: SignedIn | null;
  readonly method: string;
  readonly path: string;
  readonly origin: string | null;
  readonly ownOrigin: string;
  readonly token: string | undefined;
}

export type Admission =
  | { readonly kind: 'refused'; readonly code: ConsoleErrorCode }
  | { readonly kind: 'admitted'; readonly headers: Readonly<Record<string, string>> };

export function admit({ user, method, path, origin, ownOrigin, token }: AdmissionRequest): Admission {
  if (user === null) return refused('CONSOLE_SIGNED_OUT');
  const route = findRoute(method, path);
  if (route === undefined) return refused('CONSOLE_NOT_FOUND');
  const headers = { accept: 'application/json', 'x-actor': asHeader(user.actor) };
  if (method === 'GET' && route.auth === 'none') return { kind: 'admitted', headers };
  if (user.role !== 'operator') return refused('CONSOLE_FORBIDDEN');
  if (origin !== ownOrigin) return refused('CONSOLE_CROSS_ORIGIN');
  if (token === undefined) return refused('CONSOLE_NO_TOKEN');
  return { kind: 'admitted', headers: { ...headers, ...tokenHeader(route, token) } };
}

function refused(code: ConsoleErrorCode): Admission {
  return { kind: 'refused', code };
}

function tokenHeader(route: RouteSpec, token: string): Record<string, string> {
  return route.auth === 'operator' ? { 'x-operator-token': token } : { authorization: `Bearer ${token}` };
}

/** Header values are latin-1; a name beyond it is spelled in escapes rather than refused. */
function asHeader(text: string): string {
  return encodeURI(text).slice(0, 200);
}
