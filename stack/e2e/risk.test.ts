import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import { spawnPlatform } from '../test/platform';
import {
  act,
  botNamed,
  eventuallyEquals,
  FAST_BOT,
  PATIENCE_MS,
  read,
  resume,
  seesLatch,
  send,
  spillPx,
  stackVariables,
  strip,
  useBrowser,
} from './visitor';

const browser = useBrowser();

async function isHalted(): Promise<boolean> {
  const health = await fetch(`${stackVariables()['PLATFORM_RISK_URL']}/healthz`);
  return ((await health.json()) as { halted: boolean }).halted;
}

async function isDrilling(): Promise<boolean> {
  const answer = await fetch(`${stackVariables()['PLATFORM_RISK_URL']}/risk/breakers`);
  const { breakers } = (await answer.json()) as { breakers: { reason: string | null }[] };
  return breakers.some(({ reason }) => reason === 'fire drill');
}

const pausesOf = async (page: Page) => (await read<{ pauses: unknown[] }>(page, '/bff/risk')).pauses.length;

/** The other tests want a platform that trades. */
afterEach(async () => {
  const page = await browser.page('operator');
  await page.goto('/risk');
  if ((await isHalted()) || (await pausesOf(page)) > 0) await resume(page);
  await page.context().close();
});

test('a breaker that trips turns the strip of every open page, and an operator resumes with a reason', async () => {
  const page = await browser.page('operator');
  await page.goto('/portfolio');
  await seesLatch(page, 'ACTIVE');
  const drill = spawnPlatform(
    ['risk', 'drill', '--breaker', 'drawdown', '--stay-halted'],
    inject('environment'),
  );
  const drilled = new Promise((resolve) => drill.once('close', resolve));
  await seesLatch(page, 'HALTED');
  expect(await drilled).toBe(0);

  // A breaker that still sees the condition of the drill would trip again.
  await eventuallyEquals(isDrilling, false);
  await resume(page);
  await page.context().close();
});

test('an operator changes a limit with a reason, and the page shows who did', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk?limit=correlation_mean_pairwise_above');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New value').fill('7');
  await dialog.getByText(/^Must be/).waitFor();
  await dialog.getByLabel('New value').fill('0.84');
  await dialog.getByLabel('Reason').fill('an exercise');
  await dialog.getByLabel('Type CHANGE to confirm').fill('CHANGE');
  await dialog.getByRole('button', { name: 'Change the limit' }).click();
  await dialog.getByText(/is 0.84 now/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByText('Show all').click();
  await page.getByRole('row', { name: /Correlation.*0\.84.*operator/ }).waitFor();
  await page.context().close();
});

test('a flatten with the wrong word does nothing; with the right one it halts, closes positions and names its trace', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk');
  await page.getByRole('button', { name: 'Flatten…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('an exercise');
  await dialog.getByLabel('Type FLATTEN to confirm').fill('flatten');
  const confirm = dialog.getByRole('button', { name: 'Flatten everything' });
  expect(await confirm.getAttribute('aria-disabled')).toBe('true');
  await confirm.click({ force: true });
  await dialog.getByText('This is not FLATTEN').waitFor();
  expect(await isHalted()).toBe(false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const said = await act(page, 'Flatten…', 'Flatten everything', async (asked) => {
    await asked.getByLabel('Reason').fill('an exercise');
    await asked.getByLabel('Type FLATTEN to confirm').fill('FLATTEN');
  });
  expect(said).toMatch(/Halted.*Trace.*[0-9a-f-]{36}/s);
  await seesLatch(page, 'HALTED');
  await eventuallyEquals(async () => {
    const positions = await (await fetch(`${stackVariables()['PLATFORM_EXECUTOR_URL']}/positions`)).json();
    return (positions as { positions: unknown[] }).positions.length;
  }, 0);
  await resume(page);
  await page.context().close();
});

test('bots that a drill of a breaker paused show in the strip and are resumed from the console', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk');
  const said = await act(page, 'Drill…', 'Drill Macro', async (dialog) => {
    await dialog.getByLabel('Breaker').selectOption('macro');
    await dialog.getByLabel('Reason').fill('an exercise');
    await dialog.getByLabel('Type DRILL to confirm').fill('DRILL');
  });
  expect(said).toMatch(/The drill lasts \d+ s\. Expect: pause/i);
  await strip(page).getByText('PAUSED BY RISK').waitFor();
  await strip(page)
    .getByText(/^\d+ of \d+$/)
    .waitFor();
  await eventuallyEquals(isDrilling, false);
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Macro\d{4}-.*ago/ })
    .waitFor();
  const fast = await botNamed(page, FAST_BOT);
  await page.goto(`/bots/${fast.botId}`);
  await page.getByText(/Paused by risk since .*Risk → Resume lets it go on/).waitFor();
  await resume(page);
  await eventuallyEquals(() => pausesOf(page), 0);
  await page.context().close();
});

test('a flatten sends the scope that its dialog shows, also after the last position of it closed', async () => {
  const page = await browser.page('operator');
  const fast = await botNamed(page, FAST_BOT);
  await page.goto('/risk?act=flatten&scope=symbol%3ADOGEUSDT');
  const dialog = page.getByRole('dialog');
  const scope = dialog.getByLabel('Scope');
  await expect.poll(() => chosenIn(scope)).toBe('Symbol DOGEUSDT – nothing held');
  await dialog.getByRole('button', { name: 'Flatten symbol DOGEUSDT' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('button', { name: 'Flatten…' }).click();
  await expect.poll(() => chosenIn(scope)).toBe('Everything');
  await scope.selectOption(`bot:${fast.botId}`);
  await dialog.getByLabel('Reason').fill('an exercise');
  await dialog.getByLabel('Type FLATTEN to confirm').fill('FLATTEN');
  const [request] = await Promise.all([
    page.waitForRequest('**/bff/emergency-flatten'),
    dialog.getByRole('button', { name: `Flatten bot ${FAST_BOT}` }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ reason: 'an exercise', scope: `bot:${fast.botId}` });
  await dialog.getByRole('status').waitFor();
  await page.context().close();
});

/** What a reader sees in a list, whatever its value is. */
const chosenIn = (select: Locator) => select.locator('option:checked').textContent();

test('a pause confirms the bot that was paused, whatever the list shows by then', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk?act=pause');
  const dialog = page.getByRole('dialog');
  const fast = await botNamed(page, FAST_BOT);
  await dialog.getByLabel('Bot').selectOption(fast.botId);
  await dialog.getByLabel('Reason').fill('fees are under review');
  await dialog.getByRole('button', { name: `Pause ${FAST_BOT}` }).click();
  const said = dialog.getByRole('status');
  await said.getByText(`${FAST_BOT} is paused`).waitFor();
  const desired = async () =>
    (await read<{ desired_state: string }>(page, `/bots/${fast.botId}`)).desired_state;
  await eventuallyEquals(desired, 'paused');
  // The list behind the dialog has lost the bot by now; what was done is still what is said.
  await said.getByText(`${FAST_BOT} is paused`).waitFor();

  await page.goto(`/bots/${fast.botId}`);
  await page.getByText(/Paused by operator since .*fees are under review/).waitFor();
  await act(page, 'Resume', 'Resume');
  await eventuallyEquals(desired, 'running');
  await page.context().close();
});

test('a long reason without a space breaks neither the risk page nor the overview', async () => {
  const page = await browser.page('operator', { viewport: { width: 1440, height: 900 } });
  await page.goto('/risk');
  await send(page, 'POST', '/bff/risk/emergency-flatten', { reason: 'x'.repeat(500), scope: 'all' });
  for (const path of ['/risk', '/']) {
    await page.goto(path);
    await seesLatch(page, 'HALTED');
    await page.getByText('x'.repeat(500)).first().waitFor();
    expect(await spillPx(page), path).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test('one trace id leads from the dialog to the timeline', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk');
  const said = await act(page, 'Flatten…', 'Flatten everything', async (asked) => {
    await asked.getByLabel('Reason').fill('tracing an exercise');
    await asked.getByLabel('Type FLATTEN to confirm').fill('FLATTEN');
  });
  const trace = /[0-9a-f-]{36}/.exec(said)![0];
  const { items } = await read<{ items: { reason: string; traceId: string }[] }>(page, '/bff/risk/audit');
  expect(items.find(({ reason }) => reason === 'tracing an exercise')?.traceId).toBe(trace);
  await page.locator('#timeline').getByText(trace.slice(-12)).waitFor({ timeout: PATIENCE_MS });
  await page.context().close();
});

test('no dialog says that nothing is held while what is held cannot be read, and a flatten is not refused', async () => {
  const page = await browser.page('operator');
  await page.route('**/api/manager/portfolio', (route) => route.abort());
  await page.goto('/risk?act=flatten');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What is held cannot be read now: everything in this scope is closed').waitFor();
  expect(await dialog.textContent()).not.toMatch(/none is open|Nothing is held/);
  await page.goto('/risk?act=halt');
  await dialog.getByText('What is held cannot be read now; it stays open.').waitFor();
  await page.context().close();
});
