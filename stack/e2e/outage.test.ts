import { expect, test } from 'vitest';
import { pidOf, seesLatch, strip, useBrowser } from './visitor';

const browser = useBrowser();

test('when the manager hangs and dies the page says so, keeps its last values, and recovers by itself in its place', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots?status=live');
  await seesLatch(page, 'ACTIVE');
  await strip(page).getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Fast demo (scripted)' }).first().waitFor();
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }));

  const pid = (await pidOf('manager'))!;
  process.kill(pid, 'SIGSTOP');
  try {
    await strip(page).getByText('Manager away').waitFor();
    await strip(page).getByText('LATCH UNKNOWN').waitFor();
    await page.getByRole('link', { name: 'Fast demo (scripted)' }).first().waitFor();
  } finally {
    process.kill(pid, 'SIGKILL');
  }
  await strip(page).getByText('Live', { exact: true }).waitFor();
  await seesLatch(page, 'ACTIVE');
  expect(await pidOf('manager')).not.toBe(pid);
  expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true);
  expect(new URL(page.url()).search).toBe('?status=live');
  await page.context().close();
});

test('a latch that can no longer be read is unknown once the last reading is old, however soon reading failed', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  await seesLatch(page, 'ACTIVE');
  await page.route('**/api/manager/bff/risk', (route) => route.abort());
  await strip(page).getByText('LATCH UNKNOWN').waitFor();
  await page.unroute('**/api/manager/bff/risk');
  await seesLatch(page, 'ACTIVE');
  await page.context().close();
});

test('a page whose first reads fail shows its form once reading works again', async () => {
  const page = await browser.page('operator');
  await page.route('**/api/manager/strategies', (route) => route.abort(), { times: 3 });
  await page.goto('/backtest');
  await page.getByRole('button', { name: /^(Run|Start)/ }).waitFor();
  await page.context().close();
});
