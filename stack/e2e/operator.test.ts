/** What an operator does about one bot or one order without touching the rest. */
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import {
  act,
  botNamed,
  eventuallyEquals,
  FAST_BOT,
  read,
  resume,
  seesLatch,
  send,
  spillPx,
  stackVariables,
  useBrowser,
} from './visitor';

const browser = useBrowser();

const holds = async (page: Page) => (await botNamed(page, FAST_BOT)).position !== null;
const isHalted = async (page: Page) =>
  (await read<{ latch: { halted: boolean } }>(page, '/bff/risk')).latch.halted;

/** The other tests want a platform that trades, and the fast bot on it. */
afterEach(async () => {
  const page = await browser.page('operator');
  await page.goto('/risk');
  if (await isHalted(page)) await resume(page);
  const { botId } = await botNamed(page, FAST_BOT);
  const { desired_state } = await read<{ desired_state: string }>(page, `/bots/${botId}`);
  if (desired_state === 'paused') await send(page, 'POST', `/bots/${botId}/resume`);
  await page.context().close();
});

test('the position of one bot is closed with proof, its bot is paused, and nothing is halted', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const { botId } = await botNamed(page, FAST_BOT);
  await eventuallyEquals(() => holds(page), true);
  await page.goto(`/risk?act=close&scope=${encodeURIComponent(`bot:${botId}`)}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The halt latch stays as it is').waitFor();
  await dialog.getByLabel('Reason').fill('an exercise');
  await dialog.getByRole('button', { name: `Close bot ${FAST_BOT}` }).click();
  await dialog.getByText(/The executor is done: \d+ closing order/).waitFor();
  expect(await isHalted(page)).toBe(false);
  await eventuallyEquals(() => holds(page), false);
  const desired = async () => (await read<{ desired_state: string }>(page, `/bots/${botId}`)).desired_state;
  await eventuallyEquals(desired, 'paused');

  // The trace id of the dialog opens what was done and the orders that it led to.
  await dialog.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await page.getByRole('heading', { name: 'Commands' }).waitFor();
  await page.getByText('carried out').waitFor();
  await page.context().close();
});

test('a halt without closing keeps the position and turns the strip', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk');
  await eventuallyEquals(() => holds(page), true);
  const said = await act(page, 'Halt, keep positions…', 'Halt everything', async (dialog) => {
    await dialog.getByText('Closes nothing.').waitFor();
    await dialog.getByLabel('Reason').fill('an exercise');
  });
  expect(said).toContain('No position was touched');
  await seesLatch(page, 'HALTED');
  const [latest] = (await read<{ items: { action: string; scope: string }[] }>(page, '/bff/risk/audit'))
    .items;
  expect(latest).toMatchObject({ action: 'halt', scope: 'all' });
  await page.context().close();
});

test('intents and orders are listed with their fate, and filters stand in the address', async () => {
  const page = await browser.page('viewer');
  await page.goto('/orders');
  await page.getByRole('table', { name: 'Intents' }).getByText('accepted').first().waitFor();
  await page.getByRole('tab', { name: 'Orders' }).click();
  await page.getByLabel('Status').selectOption('filled');
  await page.waitForURL(/status=filled/);
  await page.getByRole('table', { name: 'Orders' }).getByText('Filled').first().waitFor();
  await page.reload();
  expect(await page.getByLabel('Status').inputValue()).toBe('filled');
  expect(await spillPx(page)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('bots that are chosen in the list are paused and resumed together, and each outcome is named', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  await page.getByLabel(`Choose ${FAST_BOT}`).check();
  const chosen = page.getByRole('region', { name: 'Chosen bots' });
  await chosen.getByRole('button', { name: 'Pause 1…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pause 1 bot' }).click();
  await dialog.getByText('1 bot paused.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await chosen.getByRole('button', { name: 'Resume 1…' }).click();
  await dialog.getByRole('button', { name: 'Resume 1 bot' }).click();
  await dialog.getByText('1 bot resumed.').waitFor();
  await page.context().close();
});

test('an edit does not take back what somebody else changed while the form was open', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const { id } = await send<{ id: string }>(page, 'POST', '/bots', {
    bot_name: `Edited by two ${Date.now()}`,
    strategy: 'ewmac',
    symbol: 'ETHUSDT',
    timeframe: '4h',
  });
  await page.goto(`/bots/${id}/edit`);
  await page.getByText('Nothing is changed yet.').first().waitFor();
  const readAgain = page.waitForResponse(async (response) => {
    const isBot = response.request().method() === 'GET' && response.url().endsWith(`/api/manager/bots/${id}`);
    return isBot && (await response.json()).leverage === 4;
  });
  await send(page, 'PUT', `/bots/${id}`, { leverage: 4 });
  // As when its reader comes back to the window; again and again, since what was read within a second counts
  // as new.
  await page.evaluate(
    `setInterval(() => window.dispatchEvent(new Event('visibilitychange')), 300); undefined`,
  );
  await readAgain;
  await page.getByLabel('Allocated, USD').fill('2500');
  await page.getByRole('button', { name: 'Save 1 change', exact: true }).click();
  await page.waitForURL(`**/bots/${id}`);
  expect(await read(page, `/bots/${id}`)).toMatchObject({
    leverage: 4,
    allocation: { mode: 'usd', value: 2500 },
  });
  await send(page, 'DELETE', `/bots/${id}`);
  await page.context().close();
});

test('a bot is edited with what changes said before, cloned under a name of its own', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const { id } = await send<{ id: string }>(page, 'POST', '/bots', {
    bot_name: `To be edited ${Date.now()}`,
    strategy: 'ewmac',
    symbol: 'ETHUSDT',
    timeframe: '4h',
  });
  await page.goto(`/bots/${id}/edit`);
  await page.getByText('Nothing is changed yet.').first().waitFor();
  await page.getByLabel('Allocated, USD').fill('2500');
  await page.getByLabel('Leverage').fill('3');
  const changes = page.getByRole('table', { name: 'Changes' });
  await changes.getByText('Leverage').waitFor();
  await page.getByText('takes them up with its next start').waitFor();
  await page.getByRole('button', { name: 'Save 2 changes' }).click();
  await page.waitForURL(`**/bots/${id}`);
  expect(await read(page, `/bots/${id}`)).toMatchObject({
    leverage: 3,
    allocation: { mode: 'usd', value: 2500 },
  });

  await page.getByRole('button', { name: 'Clone' }).click();
  await page.waitForURL(/clone=/);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^Copy of To be edited/);
  expect(await page.getByLabel('Leverage').inputValue()).toBe('3');
  await send(page, 'DELETE', `/bots/${id}`);
  await page.context().close();
});

test('the books of a symbol are made to agree with the exchange, with what that does said before and after', async () => {
  const page = await browser.page('operator');
  await page.goto('/risk?act=accept');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Symbol').selectOption('XRPUSDT on testnet');
  await dialog.getByText(/The books hold .* of XRPUSDT on testnet\. .* No order is sent\./).waitFor();
  const accept = dialog.getByRole('button', { name: 'Accept XRPUSDT on testnet' });
  expect(await accept.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Reason').fill('an exercise in books');
  await dialog.getByLabel('Type ACCEPT to confirm').fill('ACCEPT');
  await accept.click();
  const said = dialog.getByRole('status');
  await said.getByText(/XRPUSDT on testnet (already|changed)/).waitFor();
  const trace = /[0-9a-f-]{36}/.exec((await said.textContent()) ?? '')![0];
  const database = new pg.Client({ connectionString: stackVariables()['PLATFORM_DATABASE_URL']! });
  await database.connect();
  const { rows } = await database.query('SELECT action, actor FROM ops.audit_log WHERE trace_id = $1', [
    trace,
  ]);
  await database.end();
  expect(rows).toContainEqual({ action: 'accept_position', actor: 'operator:operator' });
  await page.context().close();
});

test('allocations are shown beside the wallet and before a bot is created, and refused beyond it', async () => {
  const page = await browser.page('operator');
  await page.goto('/portfolio');
  const [account] = (
    await read<{ accounts: { network: string; walletUsd: string; allocatedUsd: string }[] }>(
      page,
      '/portfolio',
    )
  ).accounts;
  const wallet = page.getByRole('table', { name: 'Wallets' }).getByRole('row', { name: /testnet/ });
  const shownUsd = async (cell: number) =>
    Number((await wallet.getByRole('cell').nth(cell).textContent())?.replaceAll(',', ''));
  // The wallet moves with every fill of the bot that trades.
  expect(Math.abs((await shownUsd(1)) - Number(account!.walletUsd))).toBeLessThan(100);
  expect(await shownUsd(2)).toBeCloseTo(Number(account!.allocatedUsd), 2);
  for (const column of ['Margin used, USD', 'Available, USD', 'Funding due, USD']) {
    await page.getByRole('columnheader', { name: column }).waitFor();
  }

  await page.goto('/bots/new');
  await page.getByLabel('Name', { exact: true }).fill(`A share ${Date.now()}`);
  await page.getByLabel('Strategy').selectOption('ewmac');
  await page.getByLabel('Symbol').fill('SOLUSDT');
  await page.getByLabel('Time frame').selectOption('1h');
  await page.getByLabel('Allocation').selectOption('share');
  const share = page.getByLabel('Allocated, % of the wallet');
  await share.fill('101');
  await page.getByText('At most 100 %').first().waitFor();
  await share.fill('99.9');
  await page.getByText(/would be allocated on testnet and its wallet holds/).waitFor();
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').pop()!;
  expect(await read(page, `/bots/${id}`)).toMatchObject({ allocation: { mode: 'share', value: 0.999 } });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog
    .getByRole('alert')
    .getByText(/allocat/i)
    .first()
    .waitFor();
  await send(page, 'DELETE', `/bots/${id}`);
  await page.context().close();
});
