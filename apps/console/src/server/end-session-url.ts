/**
 * Where a browser ends its session at the identity provider and comes back from; null when the provider has
 * no such place.
 */
interface Leaving {
  readonly clientId: string;
  readonly idToken: string | undefined;
  readonly authUrl: string | undefined;
}

export function endSessionUrl(discovered: unknown, { clientId, idToken, authUrl }: Leaving): string | null {
  const endpoint = (discovered as { end_session_endpoint?: unknown } | null)?.end_session_endpoint;
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', clientId);
  if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
  if (authUrl !== undefined) url.searchParams.set('post_logout_redirect_uri', new URL(authUrl).origin);
  return url.toString();
}
