/** A bot and a service moved to another release and back, by somebody who looks at the console. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { homeFromEnvironment } from '../src/home';
import { makeRelease } from '../src/release';
import { alteredRelease } from '../test/altered-release';
import {
  act,
  botNamed,
  eventuallyEquals,
  FAST_BOT,
  PATIENCE_MS,
  read,
  spillPx,
  stackEnvironment,
  useBrowser,
} from './visitor';

const browser = useBrowser();
/** Like the platform's own build, and another one that gives another reason for its entries. */
const [SAME, OTHER] = ['same', 'other-reason'];
const PHONE = { width: 390, height: 844 };
const CLICK_MS = 5_000;

beforeAll(async () => {
  const home = homeFromEnvironment(stackEnvironment());
  await makeRelease(home, SAME);
  alteredRelease(home, {
    of: SAME,
    tag: OTHER,
    service: 'bot',
    strategies: ['rsi_mean_reversion'],
    program: (text) => text.replaceAll('"oversold"', '"sold_too_far"'),
  });
});

const latest = (page: Page) => page.getByRole('region', { name: 'Latest deploy' });

async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
  expect(await spillPx(page)).toBe(0);
}

async function choose(page: Page, tag: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Release', exact: true }).selectOption(tag);
  expect(await act(page, 'Deploy…', 'Deploy')).toContain(`The deploy of ${tag} has begun.`);
}

/** Accepts what is listed until it is swapped: a bar that comes meanwhile may make the list another one. */
async function acceptUntilSwapped(page: Page, tag: string): Promise<void> {
  const accept = page.getByRole('button', { name: 'Accept divergences…' });
  const completed = latest(page).getByText(`${tag}: completed`);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await completed.isVisible())) {
    if (Date.now() > deadline) throw new Error(`not swapped: ${await latest(page).textContent()}`);
    await accept.or(completed).first().waitFor();
    // What was accepted before may be swapped in this moment, and takes the button away.
    const isAsked = await accept.click({ timeout: CLICK_MS }).then(
      () => true,
      () => false,
    );
    if (!isAsked) continue;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type ACCEPT to confirm').fill('ACCEPT');
    await dialog.getByRole('button', { name: 'Accept and swap' }).click();
    await dialog.getByRole('status').or(dialog.getByRole('alert')).first().waitFor();
    await page.keyboard.press('Escape');
    await accept.or(completed).first().waitFor();
  }
}

const releaseOf = async (page: Page, botId: string) =>
  (await read<{ image_tag: string }>(page, `/bots/${botId}`)).image_tag;

test('a bot is moved to a release that decides otherwise, seen bar by bar on a phone, and rolled back', async () => {
  const page = await browser.page('operator', { viewport: PHONE, colorScheme: 'light' });
  await page.goto('/bots');
  const { botId } = await botNamed(page, FAST_BOT);
  await page.goto(`/bots/${botId}?tab=release`);

  await choose(page, OTHER);
  const bars = latest(page).getByRole('region', { name: 'Compared bars' });
  const divergences = latest(page).getByRole('region', { name: 'Divergences' });
  await divergences.getByRole('listitem').first().waitFor();
  const first = (await divergences.getByRole('listitem').first().textContent()) ?? '';
  expect(first).toMatch(/differs in reason.*latest: long,.* oversold.*other-reason: long,.* sold_too_far/);
  await bars.getByText('alike, live').first().waitFor();
  await latest(page)
    .getByText(/divergences wait to be accepted/)
    .waitFor();
  await expectSound(page);

  await page.goto('/bots');
  const hint = page.getByRole('link', { name: `${OTHER} waits to be accepted` });
  await hint.waitFor();
  await expectSound(page);
  await hint.click();
  await page.waitForURL(`**/bots/${botId}?tab=release`);
  await latest(page).waitFor();
  expect(await hint.isVisible()).toBe(true);

  // One look back: nothing has changed for the bot.
  await act(page, 'Abort…', 'Abort the deploy');
  await latest(page).getByText(`${OTHER}: aborted`).waitFor();
  await hint.waitFor({ state: 'detached' });
  expect(await releaseOf(page, botId)).toBe('latest');

  await choose(page, OTHER);
  await latest(page).getByRole('button', { name: 'Accept divergences…' }).waitFor();
  await acceptUntilSwapped(page, OTHER);
  expect(await releaseOf(page, botId)).toBe(OTHER);
  await page.getByText(`Runs release ${OTHER}`).waitFor();
  await expectSound(page);

  await act(page, 'Roll back to latest…', 'Deploy');
  await latest(page).getByText(`${OTHER} → latest`).waitFor();
  await latest(page).getByText('replayed and 0 live').waitFor();
  await acceptUntilSwapped(page, 'latest');
  expect(await releaseOf(page, botId)).toBe('latest');
  const history = page.getByRole('list', { name: 'Deploys' }).getByRole('listitem');
  await eventuallyEquals(
    async () =>
      (await history.allTextContents()).slice(0, 3).map((line) => /(Completed|Aborted)/.exec(line)?.[0]),
    ['Completed', 'Completed', 'Aborted'],
  );
  await page.context().close();
});

test('a service is moved to another release, followed to its end, and rolled back; an unused release can be removed', async () => {
  const page = await browser.page('operator', { colorScheme: 'dark' });
  await page.goto('/settings?service=risk');
  await choose(page, SAME);
  await latest(page).getByText('3. Ready ✓').waitFor();
  await latest(page).getByText(`latest → ${SAME}: completed`).waitFor();
  const releases = page.getByRole('list', { name: 'Releases' });
  await releases.getByText('It must stay: the risk service runs it.').waitFor();
  await expectSound(page);

  await act(page, 'Roll back to latest…', 'Deploy');
  await latest(page).getByText(`${SAME} → latest: completed`).waitFor();
  const history = page.getByRole('list', { name: 'Deploys of services' }).getByRole('listitem');
  await eventuallyEquals(async () => (await history.allTextContents()).length, 2);

  await page.getByRole('button', { name: `Remove ${OTHER}…` }).waitFor();
  const [needed] = (
    await read<{ items: { tag: string; needed_because: string | null }[] }>(page, '/releases')
  ).items.filter(({ tag }) => tag === OTHER);
  expect(needed?.needed_because).toBe(`it is the way back of bot ${FAST_BOT}`);
  const home = homeFromEnvironment(stackEnvironment());
  alteredRelease(home, { of: SAME, tag: 'unused', service: 'bot', program: (text) => text });
  await act(page, 'Remove unused…', 'Remove');
  await releases.getByText('unused', { exact: true }).waitFor({ state: 'detached' });
  await page.context().close();
});
