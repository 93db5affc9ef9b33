import { expect, test } from 'vitest';
import { act, useBrowser } from './visitor';

const browser = useBrowser();
const HOSTILE = `<img src=x onerror="document.title='taken over'">\u001b[2J${'x'.repeat(900)}`;

const ALERT = {
  fingerprint: '0'.repeat(16),
  name: 'TradingHalted',
  severity: 'critical',
  value: '1',
  runbook: 'docs/runbooks/TradingHalted.md',
  startsAt: '2026-11-17T12:00:00Z',
};

test('an alert with hostile labels is text, and stands beside its runbook and the way to its log lines', async () => {
  const page = await browser.page('viewer');
  const labels = { alertname: 'TradingHalted', job: 'risk', botName: HOSTILE };
  const alert = { ...ALERT, summary: HOSTILE, labels };
  // The watchers have suites of their own; here it is about what a browser makes of their answer.
  await page.route('**/api/manager/bff/alerts/firing', (route) =>
    route.fulfill({ json: { items: [alert], isJudged: true } }),
  );
  await page.goto('/alerts');
  await page.getByText('<img src=x', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'More', expanded: false }).click();
  const runbook = page.getByRole('region', { name: 'Runbook of TradingHalted' });
  await runbook.getByRole('listitem').first().waitFor();
  expect(await page.getByRole('link', { name: 'Lines around it' }).getAttribute('href')).toBe(
    '/logs?process=risk&from=2026-11-17T11%3A50%3A00.000&until=2026-11-17T12%3A05%3A00.000',
  );
  expect(await page.title()).not.toContain('taken over');
  await page.context().close();
});

test('an operator acknowledges an alert with a reason, and tests a receiver: both are asked of the manager, and said to be done', async () => {
  const page = await browser.page('operator');
  const asked: unknown[] = [];
  const answer = (path: string, method: string, json: object) =>
    page.route(`**/api/manager/bff/alerts/${path}`, async (route) => {
      if (route.request().method() !== method) return await route.fallback();
      if (method === 'POST') asked.push(route.request().postDataJSON());
      await route.fulfill({ json });
    });
  const alert = { ...ALERT, summary: 'The halt latch is engaged.', labels: { alertname: 'TradingHalted' } };
  await answer('firing', 'GET', { items: [alert], isJudged: true });
  await answer('silences', 'GET', { items: [] });
  await answer('silences', 'POST', { id: crypto.randomUUID(), endsAt: '2026-11-17T13:00:00Z' });
  await answer('receivers', 'GET', { items: [{ name: 'ntfy/phone' }] });
  await answer('test', 'POST', { receiver: 'ntfy/phone', outcome: 'delivered' });

  await page.goto('/alerts');
  const said = await act(page, 'Acknowledge…', 'Acknowledge', async (dialog) => {
    await dialog.getByLabel('For').selectOption('30');
    await dialog.getByLabel('Reason').fill('on it');
  });
  expect(said).toContain('TradingHalted is quiet until');

  await page.goto('/settings');
  const receiver = page.getByRole('listitem').filter({ hasText: 'ntfy/phone' });
  await receiver.getByRole('button', { name: 'Send a test' }).click();
  await receiver.getByText('Delivered.').waitFor();
  expect(asked).toEqual([
    { fingerprint: ALERT.fingerprint, kind: 'acknowledge', minutes: 30, reason: 'on it' },
    { receiver: 'ntfy/phone' },
  ]);
  await page.context().close();
});

test('the page of metrics draws the panels of each dashboard, with hostile labels as text', async () => {
  const page = await browser.page('viewer');
  const ts = [0, 60_000, 120_000].map((ms) => Date.parse('2026-11-17T12:00:00Z') + ms);
  await page.route('**/api/manager/bff/metrics/chart?*', (route) =>
    route.fulfill({
      json: { series: [{ labels: { network: HOSTILE }, ts, values: [0, 2, 1] }], isCut: false },
    }),
  );
  await page.goto('/metrics');
  for (const [tab, panel] of [
    ['Trading', 'Positions without a stop'],
    ['Platform', 'Free disk'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('img', { name: panel }).locator('canvas').first().waitFor();
    await page.getByText('<img src=x', { exact: false }).first().waitFor();
  }
  expect(await page.title()).not.toContain('taken over');
  await page.context().close();
});

/**
 * A push service is somebody else's and out of reach here: what it would hand to the browser is handed over
 * by the browser's own tools.
 */
test('a browser that has no push service says so, and what is pushed to it is a notification that stands until somebody looks', async () => {
  const page = await browser.page('operator', { permissions: ['notifications'] });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Notify this browser' }).click();
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Browsers' }) });
  await expect.poll(() => panel.getByRole('status').first().textContent()).toMatch(/^Registration failed/);

  const tools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const [registrationId, origin] = [await registered, new URL(page.url()).origin];
  const shown = () =>
    page.evaluate<string[]>(`navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body }) => title + ': ' + body))`);
  const push = (data: string) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  // A worker that is only just starting can miss one; as with a real push service, the same again replaces
  // what is shown.
  await expect
    .poll(async () => {
      await push(JSON.stringify({ title: 'PositionWithoutStop', body: HOSTILE, tag: 'a' }));
      await push('nonsense');
      return (await shown()).sort();
    })
    .toEqual(['An alert fires: ', `PositionWithoutStop: ${HOSTILE}`]);
  await page.context().close();
});
