import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { identityProvider } from '../src/identity/provider';
import { freePort } from '../src/ports';
import { generateSecrets } from '../src/secrets';

const CONSOLE = 'http://localhost:3000';
const CALLBACK = `${CONSOLE}/api/auth/callback/idp`;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function startProvider() {
  const { identity } = generateSecrets();
  const issuer = `http://localhost:${await freePort()}`;
  const options = { issuer, consoleOrigin: CONSOLE, clientId: 'platform-console', ...identity };
  const server = identityProvider(options).listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return options;
}

/** Follows redirects by hand and keeps cookies, as a browser would. */
class Visitor {
  private readonly cookies = new Map<string, string>();

  async visit(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split(/=(.*)/s, 2) as [string, string];
      this.cookies.set(name, value);
    }
    return response;
  }

  /** Where it leads until it leaves the provider or stays on a page. */
  async follow(url: string, form?: Record<string, string>): Promise<{ url: string; response: Response }> {
    const response = await this.visit(url, form);
    const location = response.headers.get('location');
    if (location === null) return { url, response };
    const next = new URL(location, url).href;
    return next.startsWith(CONSOLE) ? { url: next, response } : await this.follow(next);
  }
}

function authorization(issuer: string, challenge?: string): string {
  const parameters = new URLSearchParams({
    client_id: 'platform-console',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: CALLBACK,
    state: 'some-state',
    ...(challenge === undefined ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
  });
  return `${issuer}/auth?${parameters}`;
}

test.each([
  ['operator', ['operator', 'viewer']],
  ['viewer', ['viewer']],
] as const)(
  '%s signs in by code and PKCE, without a consent page, and gets exactly its roles',
  async (name, roles) => {
    const { issuer, clientSecret, passwords } = await startProvider();
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const visitor = new Visitor();

    const page = await visitor.follow(authorization(issuer, challenge));
    expect(page.response.status).toBe(200);
    expect(page.response.headers.get('content-security-policy')).toContain("default-src 'none'");

    const wrong = await visitor.follow(page.url, { name, password: 'wrong' });
    expect(wrong.response.status).toBe(401);
    expect(await wrong.response.text()).toContain('do not belong together');

    const back = new URL((await visitor.follow(page.url, { name, password: passwords[name] })).url);
    expect(back.href.startsWith(CALLBACK)).toBe(true);
    expect(back.searchParams.get('state')).toBe('some-state');

    const exchange = async (code_verifier: string) =>
      await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`platform-console:${clientSecret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code')!,
          redirect_uri: CALLBACK,
          code_verifier,
        }),
      });
    const { id_token } = (await (await exchange(verifier)).json()) as { id_token: string };
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({ iss: issuer, aud: 'platform-console', sub: name, roles });
    expect((await exchange(verifier)).status, 'a code is good once').toBe(400);
  },
);

test('a sign-in without PKCE, for another client or towards another address is refused before anybody types a password', async () => {
  const { issuer } = await startProvider();
  const refusals = [
    authorization(issuer),
    authorization(issuer, 'x'.repeat(43)).replace('platform-console', 'somebody-else'),
    authorization(issuer, 'x'.repeat(43)).replace('localhost%3A3000', 'evil.example'),
  ];
  for (const url of refusals) {
    const { url: end, response } = await new Visitor().follow(url);
    expect(end.includes('error=invalid_request') || response.status === 400, end).toBe(true);
    expect(end).not.toContain('/sign-in/');
  }
});
