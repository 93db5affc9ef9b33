import { afterEach, expect, inject, test } from 'vitest';
import { spawnPlatform } from '../test/platform';
import { act, eventuallyEquals, resume, seesLatch, stackVariables, useBrowser } from './visitor';

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

/** The other tests want a platform that trades. */
afterEach(async () => {
  if (!(await isHalted())) return;
  const page = await browser.page('operator');
  await resume(page);
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
  await page.getByRole('row', { name: /Correlation.*0\.84.*operator:operator/ }).waitFor();
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
