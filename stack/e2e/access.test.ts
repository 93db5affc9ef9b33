import { consolePages } from '@platform/testkit';
import { expect, test } from 'vitest';
import { stackVariables, useBrowser } from './visitor';

const browser = useBrowser();
const url = () => browser.current.url;

/** What a page shows once it has a session; none of it may reach a stranger. */
const INSIDE = /status-strip|Fast demo|aria-label="Sections"/;

const TRICKS: Readonly<Record<string, Record<string, string>>> = {
  'no header': {},
  'a component request': { rsc: '1', 'next-router-prefetch': '1' },
  'a component request of the whole tree': { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
  'the sub-request header of the proxy': {
    'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy',
  },
  'the older sub-request header': {
    'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  },
  'an invented session': {
    cookie: 'authjs.session-token=eyJhbGciOiJkaXIifQ..a.b.c; __Secure-authjs.session-token=x',
  },
  'another host': { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  'an actor': { 'x-actor': 'operator', 'x-operator-token': 'guess', authorization: 'Bearer guess' },
  'a server action': { 'next-action': '7f0000000000000000000000000000000000000000' },
};

/** The last answer before the sign-in page: a component request is first sent to an address of its own. */
async function knock(
  path: string,
  init: RequestInit = {},
  hops = 3,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url()}${path}`, { redirect: 'manual', ...init });
  const text = await response.text();
  const location = new URL(response.headers.get('location') ?? '/sign-in', url());
  const isLast = hops === 0 || location.origin !== url() || location.pathname === '/sign-in';
  if (isLast) return { status: response.status, text };
  return await knock(`${location.pathname}${location.search}`, init, hops - 1);
}

test.each(Object.entries(TRICKS))('without a session no page opens: %s', async (_name, headers) => {
  const forms = ['/bots.rsc', '/risk.rsc', '/index.rsc', '/bots?_rsc=abcd', '/_next/data/x/bots.json'];
  await Promise.all(
    [...consolePages(), ...forms].map(async (path) => {
      const { status, text } = await knock(path, { headers });
      expect(text, path).not.toMatch(INSIDE);
      expect([307, 404, 400, 401, 405], `${path} answered ${status}`).toContain(status);
    }),
  );
});

test('without a session every route of the console answers 401 and does nothing', async () => {
  const routes: [string, string][] = [
    ['GET', '/api/manager/bff/bots'],
    ['GET', '/api/manager/bff/risk'],
    ['GET', '/api/live'],
    ['POST', '/api/manager/bff/emergency-flatten'],
    ['POST', '/api/manager/bff/risk/resume'],
    ['POST', '/api/manager/bots'],
    ['DELETE', '/api/manager/bots/01900000-0000-7000-8000-000000000000'],
  ];
  for (const [method, path] of routes) {
    for (const headers of Object.values(TRICKS)) {
      const body = method === 'POST' ? { body: '{"reason":"x","scope":"all"}' } : {};
      const { status } = await knock(path, { method, headers: { origin: url(), ...headers }, ...body });
      expect(status, `${method} ${path}`).toBe(401);
    }
  }
  const risk = await fetch(`${stackVariables()['PLATFORM_RISK_URL']}/healthz`);
  expect(await risk.json()).toMatchObject({ halted: false });
});

test('signing out ends the session for every copy of its cookie, and at the provider, which asks again who comes', async () => {
  const context = await browser.current.signedIn('viewer');
  const page = await context.newPage();
  const copy = await browser.current.browser.newContext({
    baseURL: url(),
    storageState: await context.storageState(),
  });
  const isLetIn = async () => (await copy.request.get('/api/manager/bff/bots')).status();
  expect(await isLetIn()).toBe(200);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect((await page.request.get('/api/manager/bff/bots')).status()).toBe(401);
  expect(await isLetIn()).toBe(401);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Password').waitFor();
  await Promise.all([context.close(), copy.close()]);
});

test.each(['/\t/evil.example', '//evil.example', '/\\evil.example', '/..//evil.example', '/\n/evil.example'])(
  'somebody who is signed in already is sent nowhere else: %j',
  async (address) => {
    const page = await browser.page('viewer');
    const answer = await page.request.get(`/sign-in?callbackUrl=${encodeURIComponent(address)}`, {
      maxRedirects: 0,
    });
    expect(new URL(answer.headers()['location'] ?? '', url()).origin).toBe(url());
    expect(answer.status()).toBe(307);
    await page.context().close();
  },
);

test('an unknown name and password are refused at the provider', async () => {
  const page = await (await browser.current.browser.newContext({ baseURL: url() })).newPage();
  await page.goto('/bots');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill('operator');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('do not belong together').waitFor();
  await page.context().close();
});

test('a viewer sees everything, sees why each button is refused, and is refused by the server as well', async () => {
  const page = await browser.page('viewer');
  await page.goto('/risk');
  const flatten = page.getByRole('button', { name: 'Flatten…' });
  await flatten.waitFor();
  expect(await flatten.getAttribute('aria-disabled')).toBe('true');
  const act = { data: { reason: 'mischief', scope: 'all' }, headers: { origin: url() } };
  expect((await page.request.post('/api/manager/bff/emergency-flatten', act)).status()).toBe(403);
  await page.context().close();
});

test('a body that is too long is refused before it is taken in', async () => {
  const page = await browser.page('operator');
  const act = { data: { reason: 'x'.repeat(2_000_000), scope: 'all' }, headers: { origin: url() } };
  const answer = await page.request.post('/api/manager/bff/emergency-flatten', act);
  expect([answer.status(), (await answer.json()).code]).toEqual([413, 'CONSOLE_BODY_TOO_LARGE']);
  await page.context().close();
});

test("another site cannot use an operator's session", async () => {
  const page = await browser.page('operator');
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const act = { data: { reason: 'mischief', scope: 'all' }, headers };
    expect((await page.request.post('/api/manager/bff/emergency-flatten', act)).status()).toBe(403);
  }
  await page.context().close();
});

test('no page or script names the manager token, and the session cookie is out of reach of scripts', async () => {
  const page = await browser.page('operator');
  const token = stackVariables()['PLATFORM_MANAGER_OPERATOR_TOKEN']!;
  const seen: string[] = [];
  page.on('response', (response) => {
    void response.text().then(
      (text) => seen.push(text),
      () => undefined,
    );
  });
  await page.goto('/bots', { waitUntil: 'load' });
  await page.getByRole('table').first().waitFor();
  await expect.poll(() => seen.length).toBeGreaterThan(5);
  expect(seen.filter((text) => text.includes(token))).toEqual([]);
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => name.includes('session-token'));
  expect(session.length).toBeGreaterThan(0);
  expect(session.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Lax')).toBe(true);
  await page.context().close();
});
