import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { homeFromEnvironment } from '../src/home';
import { logPath } from '../src/process/log-file';
import { read, stackEnvironment, useBrowser } from './visitor';

const browser = useBrowser();
const TRACE = '01923456-789a-7000-8000-0000000000cd';

function log(fields: object): void {
  const line = { level: 'info', time: new Date().toISOString(), ...fields };
  appendFileSync(logPath(homeFromEnvironment(stackEnvironment()), 'data'), `${JSON.stringify(line)}\n`);
}

test('what a hostile process logs is text on the page and in the file, and a megabyte of it is cut', async () => {
  const page = await browser.page('viewer');
  log({
    msg: '<img src=x onerror="document.title=\'taken over\'">\u001b[2J',
    level: 'error',
    code: 'DATA_QUERY_FAILED',
  });
  log({ msg: 'x'.repeat(900_000), level: 'error', code: 'DATA_QUERY_FAILED' });
  await page.goto('/logs?process=data&code=DATA_QUERY_FAILED');
  await page.getByText('<img src=x', { exact: false }).waitFor();
  await page.getByText('(900', { exact: false }).waitFor();
  expect(await page.locator('ol img').count()).toBe(0);
  expect(await page.title()).not.toContain('taken over');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  expect(file).toContain('<img src=x');
  expect(file).not.toContain('\u001b');
  expect(file.length).toBeLessThan(20_000);
  await page.context().close();
});

test('what is logged appears while it is followed, and leads over its trace to the page of that trace and back', async () => {
  const page = await browser.page('viewer');
  await page.goto('/logs?process=data');
  await page.getByRole('button', { name: 'Follow' }).click();
  log({ msg: 'said while somebody looks', trace_id: TRACE });
  const line = page.getByRole('listitem').filter({ hasText: 'said while somebody looks' });
  await line.getByRole('link', { name: 'trace' }).click();
  await page.waitForURL(`**/traces/${TRACE}`);
  await page.getByRole('link', { name: 'Log lines' }).click();
  await page.waitForURL(`**/logs?trace=${TRACE}`);
  await page.getByText('said while somebody looks', { exact: false }).waitFor();
  await page.context().close();
});

test('the line of a decision on an intent leads over its trace to the order, and to the bot that asked for it', async () => {
  const page = await browser.page('viewer');
  await page.goto('/logs?process=executor');
  const accepted = page.getByRole('listitem').filter({ hasText: /an intent was decided.*accepted/ });
  await accepted.first().getByRole('link', { name: 'trace' }).click();
  await page.waitForURL('**/traces/*');
  const trace = page.url().split('/').at(-1);
  const { intents } = await read<{ intents: { orders: object[] }[] }>(page, `/bff/traces/${trace}`);
  expect(intents[0]!.orders.length).toBeGreaterThan(0);
  const { items } = await read<{ items: { message: string }[] }>(page, `/bff/logs?trace_id=${trace}`);
  expect(items.map(({ message }) => message).join('\n')).toMatch(/an intent was committed/);
  await page.context().close();
});
