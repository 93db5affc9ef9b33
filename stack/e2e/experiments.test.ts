/**
 * Research → Experiments: from the ranges of a form over the verdict of every kind to the full run of one
 * trial and a bot that trades it.
 */
import type { ExperimentDetail, TrialColumns } from '@platform/contracts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventuallyEquals, read, send, spillPx, useBrowser } from './visitor';

const browser = useBrowser();
const MARKET = 'strategy=bollinger_breakout&symbol=BTCUSDT&timeframe=15m';

/** Ticks the parameter and types its range. */
async function vary(page: Page, parameter: string, range: readonly [string, string, string]): Promise<void> {
  await page.getByLabel(`Vary ${parameter}`).check();
  for (const [k, label] of (['First', 'Last', 'Step'] as const).entries()) {
    await page.getByLabel(`${label} ${parameter}`).fill(range[k]!);
  }
}

/** Presses the button and waits for the page of the experiment; returns its id. */
async function start(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start experiment' }).click();
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  return idIn(page);
}

const idIn = (page: Page) => new URL(page.url()).pathname.split('/').pop()!;

async function completed(page: Page, id: string): Promise<ExperimentDetail> {
  await eventuallyEquals(
    async () => (await read<ExperimentDetail>(page, `/experiments/${id}`)).status,
    'completed',
  );
  return await read<ExperimentDetail>(page, `/experiments/${id}`);
}

/** From the trial that is chosen to its run; the figures of both are the same. */
async function runInFull(page: Page, trial: { totalReturn: number | null }): Promise<string> {
  await page.getByRole('button', { name: 'Run in full' }).first().click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  const runId = idIn(page);
  await eventuallyEquals(
    async () => (await read<{ status: string }>(page, `/runs/${runId}`)).status,
    'completed',
  );
  const run = await read<{ metrics: { totalReturn: number } }>(page, `/runs/${runId}`);
  expect(run.metrics.totalReturn).toBeCloseTo(trial.totalReturn!, 5);
  return runId;
}

test('a sweep of ten thousand trials goes from the form over its heat map to a full run and a bot, and stays small in the document', async () => {
  const page = await browser.page('operator', { viewport: { width: 1440, height: 900 } });
  await page.goto(`/experiments/new?${MARKET}`);
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await summary.getByText('Vary one parameter at least.').waitFor();
  await vary(page, 'Period', ['2', '101', '1']);
  await summary.getByText(/^100 backtests of [\d,]+ bars: about/).waitFor();
  await vary(page, 'Band width', ['1', '5.95', '0.05']);
  await summary.getByText(/^10,000 backtests of [\d,]+ bars: about/).waitFor();
  await page.getByLabel('Step Band width').fill('0');
  await page.getByText('The step is above 0.').waitFor();
  await page.getByLabel('Step Band width').fill('0.05');
  const id = await start(page);
  await page.getByRole('progressbar', { name: 'Trials done' }).waitFor();

  const { result } = await completed(page, id);
  await page.getByRole('heading', { name: 'Luck or skill' }).waitFor();
  const heat = page.getByRole('img', { name: /^Sharpe for each/ });
  await heat.waitFor();
  await page.getByText('10,000 trials', { exact: true }).waitFor();
  const table = page.getByRole('table', { name: 'Trials' });
  await expect.poll(() => table.locator('tbody tr').count()).toBeGreaterThan(5);
  expect(await table.locator('tbody tr').count()).toBeLessThan(100);
  expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(3_000);
  expect(await spillPx(page)).toBeLessThanOrEqual(0);
  await table.getByRole('button', { name: 'Total return' }).click();
  await expect.poll(() => page.url()).toContain('sort=');
  await page.getByLabel('Figure').selectOption('maxDrawdownPct');
  await page.getByRole('img', { name: /^Max drawdown pct for each/ }).waitFor();

  const columns = await read<TrialColumns>(page, `/experiments/${id}/columns`);
  expect(columns.combinations).toHaveLength(10_000);
  // The middle of the cell in column 50 and row 40 of the map: period 52 and band width 3.
  const map = page.getByRole('img', { name: /for each/ });
  const box = (await map.boundingBox())!;
  await map.click({
    position: { x: 64 + ((box.width - 64) * 50.5) / 100, y: 24 + ((box.height - 24) * 40.5) / 100 },
  });
  await page.getByText('Period 52, K 3', { exact: true }).waitFor();
  const trial = columns.combinations.indexOf(50 * 100 + 40);
  expect(result!.best).not.toBeNull();
  await runInFull(page, { totalReturn: columns.figures.totalReturn[trial]! });

  await page.getByRole('link', { name: 'Create a bot from it' }).click();
  await expect.poll(() => page.getByLabel('Period', { exact: true }).inputValue()).toBe('52');
  expect(await page.getByLabel('Band width', { exact: true }).inputValue()).toBe('3');
  await page.getByLabel('Name', { exact: true }).fill(`From an experiment ${Date.now()}`);
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}/);
  const bot = idIn(page);
  expect(await read(page, `/bots/${bot}`)).toMatchObject({
    strategy: 'bollinger_breakout',
    params: { period: 52, k: 3 },
  });
  await send(page, 'DELETE', `/bots/${bot}`);

  await page.goto('/experiments');
  await page.getByRole('link', { name: 'Sweep' }).first().click();
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  await page.context().close();
});

test('a walk-forward shows its windows, what each chose and whether the thresholds are passed, and runs the test of one', async () => {
  const page = await browser.page('operator');
  await page.goto(`/experiments/new?${MARKET}&kind=walk_forward&train=5&test=3`);
  await vary(page, 'Period', ['10', '40', '5']);
  const id = await start(page);
  const { result } = await completed(page, id);
  const { windows } = result!.walkForward!;
  expect(windows.length).toBeGreaterThan(1);
  await page.getByText(/^(passes|fails): above 50 %$/).waitFor();
  for (const label of ['Efficiency', 'Stability', 'Consistency', 'Deflated Sharpe', 'Ever tried here']) {
    await page.getByText(label, { exact: true }).waitFor();
  }
  await page.getByRole('img', { name: /^Equity of all tests/ }).waitFor();
  const rows = page.getByRole('table', { name: 'Windows' }).locator('tbody tr');
  expect(await rows.count()).toBe(windows.length);
  expect(await rows.first().textContent()).toContain(`Period ${String(windows[0]!.params!['period'])}`);
  await rows.first().click();
  await page.getByRole('button', { name: 'Run in full' }).first().click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  expect(await read(page, `/runs/${idIn(page)}`)).toMatchObject({
    fromTs: windows[0]!.testFromMs,
    toTs: windows[0]!.testToMs,
    params: windows[0]!.params,
  });
  await page.context().close();
});

test('an ablation shows a bar per component, several assets a bar per symbol, a Monte Carlo its fans and percentiles', async () => {
  const page = await browser.page('operator');
  await page.goto(`/experiments/new?${MARKET}&kind=ablation`);
  const ablation = await completed(page, await start(page));
  await page.getByRole('heading', { name: 'Sharpe ratio that each component adds' }).waitFor();
  const names = ablation.result!.runs!.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['whole', 'stop', 'shorting']));
  await page.getByText(/^Without shorting: Sharpe/).waitFor();
  await runInFull(page, ablation.result!.runs![0]!.figures);

  await page.goto(`/experiments/new?${MARKET}&kind=multi_asset&others=ETHUSDT`);
  await completed(page, await start(page));
  await page.getByRole('heading', { name: 'Sharpe ratio by symbol' }).waitFor();
  await page.getByText(/^ETHUSDT: Sharpe/).waitFor();

  await page.goto(`/experiments/new?${MARKET}&kind=monte_carlo&paths=40`);
  await page.getByText(/^200 backtests of/).waitFor();
  const luck = await completed(page, await start(page));
  await page.getByRole('region', { name: 'Return by method and percentile' }).waitFor();
  for (const method of ['trades', 'days', 'noise', 'delay', 'costs']) {
    await page.getByRole('img', { name: `Equity by ${method}` }).waitFor();
  }
  await runInFull(page, luck.result!.monteCarlo!.run);
  await page.context().close();
});

test('an experiment is stopped from its page and goes on from there', async () => {
  const page = await browser.page('operator');
  await page.goto(`/experiments/new?${MARKET}`);
  await vary(page, 'Period', ['2', '999', '1']);
  await vary(page, 'Band width', ['1', '5.9', '0.1']);
  const id = await start(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  const stopped = await read<ExperimentDetail>(page, `/experiments/${id}`);
  expect(stopped).toMatchObject({ status: 'cancelled', result: null });
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await send(page, 'POST', `/experiments/${id}/cancel`);
  await page.context().close();
});

test('a viewer reads experiments and starts none', async () => {
  const page = await browser.page('viewer');
  await page.goto(`/experiments/new?${MARKET}`);
  await vary(page, 'Period', ['10', '40', '5']);
  const button = page.getByRole('button', { name: 'Start experiment' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.context().close();
});
