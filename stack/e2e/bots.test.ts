import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { act, eventuallyEquals, PATIENCE_MS, useBrowser } from './visitor';

const browser = useBrowser();

async function configOf(page: Page) {
  const botId = new URL(page.url()).pathname.split('/').pop()!;
  return await (await page.request.get(`/api/manager/bots/${botId}`)).json();
}

async function statusOf(page: Page): Promise<string> {
  const bot = await configOf(page);
  return `${bot.desired_state} ${bot.status}`;
}

test('a bot is created from the form, started, paused, resumed and stopped, and each button says when it is not its turn', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots/new');
  await page.getByLabel('Name', { exact: true }).fill(`Made in a browser ${Date.now()}`);
  await page.getByLabel('Strategy').selectOption('rsi_mean_reversion');
  await page.getByLabel('Symbol').fill('SOLUSDT');
  await page.getByLabel('Time frame').selectOption('1m');
  await page.getByLabel('Volatility spike').check();
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}/);
  expect(await configOf(page)).toMatchObject({ overlays: [{ name: 'volatility_spike' }] });

  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.waitFor();
  expect(await pause.getAttribute('aria-disabled')).toBe('true');

  await act(page, 'Start', 'Start');
  await eventuallyEquals(() => statusOf(page), 'running live');
  await act(page, 'Pause', 'Pause');
  await eventuallyEquals(() => statusOf(page), 'paused paused');
  await act(page, 'Resume', 'Resume');
  await eventuallyEquals(() => statusOf(page), 'running live');
  await act(page, 'Stop', 'Stop');
  await eventuallyEquals(() => statusOf(page), 'stopped stopped');

  const audit = await (await page.request.get(`/api/manager${new URL(page.url()).pathname}/audit`)).json();
  expect(
    audit.items.map((entry: { actor: string; action: string }) => `${entry.actor} ${entry.action}`),
  ).toEqual(['stop', 'resume', 'pause', 'start', 'create'].map((action) => `operator:operator ${action}`));
  await page.context().close();
});

test('a fill arrives on the page of the bot without a reload', async () => {
  const page = await browser.page('viewer');
  await page.goto('/bots');
  await page.getByRole('link', { name: 'Fast demo (scripted)' }).first().click();
  const newest = page.getByRole('table', { name: 'Fills' }).locator('tbody tr').first();
  await newest.waitFor();
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }));
  const before = await newest.textContent();
  await expect.poll(() => newest.textContent(), { timeout: PATIENCE_MS }).not.toBe(before);
  expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true);
  await page.context().close();
});
