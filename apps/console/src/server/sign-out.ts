/**
 * Signing out ends the session here and, where the identity provider offers it, there as well (OpenID Connect
 * RP-initiated logout): otherwise the next "Sign in" would let the same person in again without asking.
 */
import 'server-only';
import { redirect } from 'next/navigation';
import { signOut } from './auth';
import { endSessionUrl } from './end-session-url';
import { consoleEnv } from './env';
import { openSessions } from './open-sessions';
import { currentUser } from './session';

/** A provider that does not answer must not keep anybody signed in. */
const DISCOVER_WITHIN_MS = 3_000;

export async function leave(): Promise<void> {
  const user = await currentUser();
  const session = openSessions().find(user?.sessionId);
  // Asked for first: once the session is closed the page's own reads are refused, and it would go to the
  // sign-in page by itself.
  const target = (await providerLogout(session?.idToken)) ?? '/sign-in';
  openSessions().close(user?.sessionId);
  await signOut({ redirect: false });
  redirect(target);
}

async function providerLogout(idToken: string | undefined): Promise<string | null> {
  const { identity, authUrl } = consoleEnv();
  try {
    const address = `${identity.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(DISCOVER_WITHIN_MS),
      cache: 'no-store',
    });
    return endSessionUrl(await answer.json(), { clientId: identity.clientId, idToken, authUrl });
  } catch {
    return null;
  }
}
