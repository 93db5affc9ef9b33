import { expect, test } from 'vitest';
import { act, useBrowser } from './visitor';

const browser = useBrowser();

test('one backfill after another is started from the same page, and each says which job it became', async () => {
  const page = await browser.page('operator');
  await page.goto('/data');
  const start = () =>
    act(page, 'Start a backfill…', 'Start', async (dialog) => {
      await dialog.getByLabel('Symbols').fill('BTCUSDT');
      await dialog.getByLabel('First day, UTC').fill('2024-01-01');
      await dialog.getByLabel('Last day, UTC').fill('2024-01-01');
    });
  const first = await start();
  // Two jobs of one symbol do not run at once.
  const jobs = page.getByRole('table', { name: 'Backfill jobs' });
  await jobs.getByText('completed').first().waitFor();
  await expect.poll(() => jobs.getByText('running').count()).toBe(0);
  const second = await start();
  const job = /job (\S+)\./;
  expect(job.exec(first)?.[1]).toBeDefined();
  expect(job.exec(second)?.[1]).not.toBe(job.exec(first)?.[1]);
  await page.context().close();
});

test('a backfill whose days are the wrong way round is refused beside the field', async () => {
  const page = await browser.page('operator');
  await page.goto('/data');
  await page.getByRole('button', { name: 'Start a backfill…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First day, UTC').fill('2024-02-01');
  await dialog.getByLabel('Last day, UTC').fill('2024-01-01');
  await dialog.getByText('The last day is before the first.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Start' }).getAttribute('aria-disabled')).toBe('true');
  await page.context().close();
});
