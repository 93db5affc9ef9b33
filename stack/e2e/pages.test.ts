import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGES, PHONE_PAGES } from './pages';
import { FAST_BOT, strip, useBrowser } from './visitor';

const browser = useBrowser();

async function openQuietly(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await strip(page).getByText('ACTIVE', { exact: true }).waitFor();
  await page.locator('main h1').first().waitFor();
  // Skeletons are not what people read.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Also for the moment between two frames, which the examination below would see only by luck. */
const TELL_LINKS_IN_IMAGES = `new MutationObserver(() => {
  if (document.querySelector('[role="img"] a') !== null) console.error('a link inside an image');
}).observe(document, { childList: true, subtree: true });`;

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html }) => html).join(' | ')}`.slice(0, 400),
  );
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.concurrent.each([
  ['dark', PAGES, WIDE],
  ['light', PHONE_PAGES, PHONE],
] as const)(
  'every page loads from this machine alone, throws nothing and has no accessibility fault: %s',
  async (colorScheme, paths, viewport) => {
    const page = await browser.page('operator', { colorScheme, viewport });
    const foreign: string[] = [];
    const thrown: string[] = [];
    page.on('request', (request) => {
      if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) foreign.push(request.url());
    });
    page.on('pageerror', ({ message }) => thrown.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|a link inside an image/.test(message.text())) thrown.push(message.text());
    });
    await page.addInitScript({ content: TELL_LINKS_IN_IMAGES });
    await page.context().addCookies([{ name: 'theme', value: colorScheme, url: browser.current.url }]);
    const faults: Record<string, string[]> = {};
    for (const path of paths) {
      await openQuietly(page, path);
      const found = await faultsOf(page);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
    expect(thrown).toEqual([]);
    expect(foreign).toEqual([]);
    await page.context().close();
  },
);

test('leaving a price chart, by a tab or by a link, throws nothing', async () => {
  const page = await browser.page('operator');
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  await openQuietly(page, '/bots');
  await page.getByRole('link', { name: FAST_BOT }).first().click();
  const chart = page.getByRole('img', { name: /^Price of/ });
  await chart.waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await chart.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Trading' }).click();
  await chart.waitFor();
  await page.getByRole('link', { name: 'Risk' }).first().click();
  await page.getByRole('button', { name: 'Flatten…' }).waitFor();
  expect(thrown).toEqual([]);
  await page.context().close();
});

test('the palette opens by keyboard and leads to any page', async () => {
  const page = await browser.page('operator');
  await openQuietly(page, '/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a bot, run, page or action' }).waitFor();
  await page.keyboard.type('Settings');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings');
  await page.context().close();
});
