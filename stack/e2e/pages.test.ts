import { AxeBuilder } from '@axe-core/playwright';
import { consolePages } from '@platform/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { botNamed, FAST_BOT, read, strip, useBrowser } from './visitor';

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

/**
 * Controls below 44 px, and fields below 16 px, into which a phone zooms. Links within a sentence keep its
 * line.
 */
const TOO_SMALL = `(() => {
  const faults = [];
  for (const control of document.querySelectorAll('a, button, input, select, textarea, summary')) {
    const style = getComputedStyle(control);
    const aim = control.matches('[type=checkbox]') ? control.closest('label') ?? control : control;
    const { width, height } = aim.getBoundingClientRect();
    const isSeen = width > 1 && height > 1 && style.visibility !== 'hidden' && !control.matches('.sr-only');
    const isInText = control.matches('a') && style.display === 'inline';
    const name = control.textContent || control.getAttribute('aria-label') || control.id;
    if (isSeen && !isInText && height < 44) faults.push(control.tagName + ' ' + name + ' is ' + height + ' px high');
    const isTyped = control.matches('input:not([type=checkbox]), select, textarea');
    if (isTyped && parseFloat(style.fontSize) < 16) faults.push(name + ' is written in ' + style.fontSize);
  }
  return faults;
})()`;

/** Pages with an id in their address. */
async function pagesOfBot(page: Page): Promise<string[]> {
  await page.goto('/bots');
  const { botId } = await botNamed(page, FAST_BOT);
  const { items } = await read<{ items: { id: string }[] }>(page, `/bots/${botId}/runs`);
  const runId = items[0]!.id;
  return [
    `/bots/${botId}`,
    ...['equity', 'parity', 'release', 'settings'].map((tab) => `/bots/${botId}?tab=${tab}`),
    `/bots/${botId}/edit`,
    `/runs/${runId}`,
    `/runs/compare?ids=${runId}`,
  ];
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.concurrent.each([
  ['dark', WIDE],
  ['light', PHONE],
] as const)(
  'every page loads from this machine alone, throws nothing and has no accessibility fault, and a finger meets what it aims at: %s',
  async (colorScheme, viewport) => {
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
    for (const path of [...consolePages(), ...(await pagesOfBot(page))]) {
      await openQuietly(page, path);
      const small = viewport === PHONE ? await page.evaluate<string[]>(TOO_SMALL) : [];
      const found = [...(await faultsOf(page)), ...small];
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
