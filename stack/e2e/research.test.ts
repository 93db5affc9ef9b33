import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { REPOSITORY } from '../src/repository';
import { act, eventuallyEquals, read, send, spillPx, useBrowser } from './visitor';

const browser = useBrowser();

test('a backtest is started from the form and its page shows figures, curve, trades and certificate', async () => {
  const page = await browser.page('operator');
  await page.goto('/backtest?strategy=bollinger_breakout&symbol=BTCUSDT&timeframe=15m');
  await page.getByRole('button', { name: /^(Run|Start)/ }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  for (const panel of ['Equity and drawdown', 'Price and trades', 'Monthly returns, %', 'Certificate']) {
    await page.getByRole('heading', { name: panel }).waitFor();
  }
  const runId = new URL(page.url()).pathname.split('/').pop()!;
  const run = await (await page.request.get(`/api/manager/runs/${runId}`)).json();
  expect(run).toMatchObject({ status: 'completed', strategy: 'bollinger_breakout', symbol: 'BTCUSDT' });
  const trips = await (await page.request.get(`/api/manager/runs/${runId}/roundtrips`)).json();
  expect(trips.items.length).toBeGreaterThan(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => spillPx(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Tear sheet, HTML' }).click();
  const sheet = readFileSync(await (await downloading).path(), 'utf8');
  for (const part of [
    'Equity, USD',
    'Drawdown, %',
    'Rolling Sharpe',
    'Monthly returns, %',
    'Costs, USD',
    'Coverage',
  ])
    expect(sheet).toContain(`<h2>${part}`);
  expect(sheet).toContain(`./platform verify ${runId}`);
  expect(sheet).not.toContain('<script');

  await page.goto('/runs');
  await page
    .getByRole('link', { name: /bollinger/i })
    .first()
    .waitFor();
  await page.context().close();
});

const DAY_MS = 86_400_000;

/** A finished backtest of two days; costs and parameters as given. */
async function backtest(page: Page, over: object = {}): Promise<string> {
  const to_ts = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const { run_id } = await send<{ run_id: string }>(page, 'POST', '/backtest', {
    strategy: 'bollinger_breakout',
    symbol: 'BTCUSDT',
    timeframe: '15m',
    from_ts: to_ts - 2 * DAY_MS,
    to_ts,
    ...over,
  });
  await eventuallyEquals(
    async () => (await read<{ status: string }>(page, `/runs/${run_id}`)).status,
    'completed',
  );
  return run_id;
}

/** The script itself: it runs these commands from a bundle, which a certificate names. */
async function platform(...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...inject('environment') };
  const child = spawn(join(REPOSITORY, 'platform'), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', resolve));
  return { code, output };
}

test('the default backtest tests something, and its page shows it', async () => {
  const page = await browser.page('operator');
  await page.goto('/backtest');
  await page.getByRole('button', { name: 'Start backtest' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { name: 'Equity and drawdown' }).waitFor();
  const runId = new URL(page.url()).pathname.split('/').pop()!;
  const { ts } = await read<{ ts: number[] }>(page, `/runs/${runId}/curve`);
  expect(ts.length).toBeGreaterThan(50);
  await page.context().close();
});

test('a backtest whose warm-up takes everything is refused in the form, with the days to fetch', async () => {
  const page = await browser.page('operator');
  await page.goto('/backtest?strategy=supertrend&symbol=BTCUSDT&timeframe=1d');
  await page.getByText('nothing would be decided').waitFor();
  await page.getByRole('button', { name: /^Fetch the missing \d+ days…$/ }).waitFor();
  const start = page.getByRole('button', { name: 'Start backtest' });
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  await page.context().close();
});

test('a backtest on part of its span says what it would stand on, and runs only when that is ticked', async () => {
  const page = await browser.page('operator');
  const { items } = await read<{
    items: { source: string; symbol: string; market: string; timeframe: string; earliest: number }[];
  }>(page, '/data/inventory');
  const { earliest } = items.find(
    (each) =>
      each.source === 'klines' &&
      each.market === 'perp' &&
      each.symbol === 'BTCUSDT' &&
      each.timeframe === '15m',
  )!;
  // From the first stored bar on, the warm-up takes a day and a half of two to three days.
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    strategy: 'bollinger_breakout',
    symbol: 'BTCUSDT',
    timeframe: '15m',
    from: day(earliest),
    to: day(earliest + 2 * DAY_MS),
    params: JSON.stringify({ period: 150 }),
  });
  await page.goto(`/backtest?${query}`);
  await page.getByText(/^It would decide on \d+ of \d+ bars \([0-8]?\d %\)/).waitFor();
  await page.getByRole('button', { name: 'Start backtest' }).click();
  await page.getByRole('alert').filter({ hasText: 'allow_partial_data' }).waitFor();
  await page.getByLabel('Run although data is missing').check();
  await page.getByRole('button', { name: 'Start backtest' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  const runId = new URL(page.url()).pathname.split('/').pop()!;
  await eventuallyEquals(
    async () => (await read<{ status: string }>(page, `/runs/${runId}`)).status,
    'completed',
  );
  expect(await read(page, `/runs/${runId}`)).toMatchObject({ coverage: { grade: 'F' } });
  await page.context().close();
});

test('running again with changes brings back the costs, and a reload keeps what was typed', async () => {
  const page = await browser.page('operator');
  await page.goto('/runs');
  const runId = await backtest(page, {
    initial_equity_usd: '5000.00',
    costs: { taker_fee_bps: 25, slippage_bps: 7 },
    level: 1,
    params: { period: 30 },
  });
  await page.goto(`/runs/${runId}`);
  await page.getByRole('link', { name: 'Run again with changes' }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect.poll(() => field('Taker fee, bps').inputValue()).toBe('25');
  expect(await field('Slippage, bps').inputValue()).toBe('7');
  expect(await field('Initial equity, USD').inputValue()).toBe('5000');
  expect(await field('Sizing and stops').inputValue()).toBe('1');
  expect(await field('Period').inputValue()).toBe('30');

  await field('Taker fee, bps').fill('3.5');
  await field('Period').fill('31');
  await page.reload();
  await expect.poll(() => field('Taker fee, bps').inputValue()).toBe('3.5');
  expect(await field('Period').inputValue()).toBe('31');
  await page.context().close();
});

test('every run that is picked for comparison is picked, however fast, and ticked at once', async () => {
  const page = await browser.page('operator');
  await page.goto('/runs');
  while ((await read<{ items: unknown[] }>(page, '/runs?kind=backtest')).items.length < 4)
    await backtest(page);
  await page.goto('/runs?kind=backtest');
  const boxes = page.getByRole('checkbox', { name: /for comparison$/ });
  await expect.poll(() => boxes.count()).toBeGreaterThanOrEqual(4);
  await page.evaluate(
    `for (const box of [...document.querySelectorAll('tbody input[type=checkbox]')].slice(0, 4)) box.click()`,
  );
  expect(new URL(page.url()).searchParams.get('pick')?.split(',')).toHaveLength(4);
  await page.getByText('4 runs chosen').waitFor();
  expect(await page.locator('tbody input[type=checkbox]:checked').count()).toBe(4);
  await page.context().close();
});

test('the command that a run page prints recomputes its certificate, and names what differs in a forged one', async () => {
  const page = await browser.page('operator');
  await page.goto('/runs');
  const runId = await backtest(page);
  await page.goto(`/runs/${runId}`);
  await page.getByText(`./platform verify ${runId}`).waitFor();
  expect(await platform('verify', runId)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^match/m),
  });

  const run = await read<{ certificate: object }>(page, `/runs/${runId}`);
  const forged = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'certificate.json');
  writeFileSync(
    forged,
    JSON.stringify({ ...run, certificate: { ...run.certificate, decisionsDigest: 'f'.repeat(64) } }),
  );
  const verdict = await platform('verify', forged);
  expect(verdict).toMatchObject({ code: 1, output: expect.stringContaining('the decisions digest is not') });
  expect((await platform('verify', '01900000-0000-7000-8000-000000000000')).code).toBe(2);
  await page.context().close();
});

test('a run is named, noted and tagged, found by its tag, and deleted for good', async () => {
  const page = await browser.page('operator');
  await page.goto('/runs');
  const [runId, other] = [await backtest(page), await backtest(page)];
  const tag = `kept${Date.now()}`;
  await page.goto(`/runs/${runId}`);
  await page.getByRole('button', { name: 'Add a name, note or tags' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Two days of breakouts');
  await page.getByLabel('Tags').fill(`${tag} breakout`);
  await page.getByLabel('Note').fill('The first of its kind.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit name, note and tags' }).waitFor();
  await page.getByText('The first of its kind.').waitFor();
  expect(await read(page, `/runs/${runId}`)).toMatchObject({
    name: 'Two days of breakouts',
    note: 'The first of its kind.',
    tags: [tag, 'breakout'],
  });

  await page.getByRole('link', { name: tag }).click();
  const listed = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await listed.getByRole('link', { name: 'Two days of breakouts' }).waitFor();
  await expect.poll(() => listed.count()).toBe(1);

  await page.goto(`/runs/${runId}`);
  expect(await act(page, 'Delete…', 'Delete the run')).toContain('The run is deleted.');
  await page.waitForURL('**/runs');
  expect((await page.request.get(`/api/manager/runs/${runId}`)).status()).toBe(404);
  expect((await page.request.get(`/api/manager/runs/${other}`)).status()).toBe(200);
  await page.context().close();
});

test('a bot is made from a run with the settings of the run', async () => {
  const page = await browser.page('operator');
  await page.goto('/runs');
  const runId = await backtest(page, { symbol: 'ETHUSDT', params: { period: 33, k: 2.5 } });
  await page.goto(`/runs/${runId}`);
  await page.getByRole('link', { name: 'Create a bot from it' }).click();
  await expect.poll(() => page.getByLabel('Period', { exact: true }).inputValue()).toBe('33');
  expect(await page.getByLabel('Band width', { exact: true }).inputValue()).toBe('2.5');
  expect(await page.getByLabel('Symbol').inputValue()).toBe('ETHUSDT');
  await page.getByLabel('Name', { exact: true }).fill(`From a run ${Date.now()}`);
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').pop()!;
  expect(await read(page, `/bots/${id}`)).toMatchObject({
    strategy: 'bollinger_breakout',
    symbol: 'ETHUSDT',
    timeframe: '15m',
    desired_state: 'stopped',
    params: { period: 33, k: 2.5 },
  });
  await send(page, 'DELETE', `/bots/${id}`);
  await page.context().close();
});
