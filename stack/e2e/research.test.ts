import { expect, test } from 'vitest';
import { useBrowser } from './visitor';

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

  await page.goto('/runs');
  await page
    .getByRole('link', { name: /bollinger/i })
    .first()
    .waitFor();
  await page.context().close();
});
