import { expect, it } from 'vitest';
import { endSessionUrl } from './end-session-url';

const LEAVING = { clientId: 'console', idToken: 'a.b.c', authUrl: 'http://localhost:3000/' };

it('the provider learns who signs out and where to send them', () => {
  const url = new URL(endSessionUrl({ end_session_endpoint: 'https://idp/end?x=1' }, LEAVING)!);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    x: '1',
    client_id: 'console',
    id_token_hint: 'a.b.c',
    post_logout_redirect_uri: 'http://localhost:3000',
  });
});

it('a provider without such a place is left alone', () => {
  expect(
    [{}, null, { end_session_endpoint: 'nowhere' }].map((found) => endSessionUrl(found, LEAVING)),
  ).toEqual([null, null, null]);
});
