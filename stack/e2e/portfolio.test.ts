import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { botNamed, eventuallyEquals, FAST_BOT, PATIENCE_MS, read, send, useBrowser } from './visitor';

const browser = useBrowser();

interface Portfolio {
  readonly equityUsd: string | null;
}
interface Performance {
  readonly equity: readonly { readonly equityUsd: string; readonly drawdownPct: number }[];
}

/** Of a figure on the overview, by its label. */
const stat = (page: Page, label: string) =>
  page
    .locator('main dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();

test("a bot's capital counts from its start, before it has traded, and leaves with it", async () => {
  const page = await browser.page('operator');
  await page.goto('/');
  const equity = async () => Number((await read<Portfolio>(page, '/portfolio')).equityUsd);
  const before = await equity();
  const { id } = await send<{ id: string }>(page, 'POST', '/bots', {
    bot_name: `Never trades ${Date.now()}`,
    strategy: 'ewmac',
    symbol: 'ETHUSDT',
    timeframe: '1d',
  });
  await send(page, 'POST', `/bots/${id}/start`);
  // Whatever the other bot makes meanwhile is small beside it.
  await eventuallyEquals(async () => Math.round((await equity()) - before) > 9_000, true);
  expect((await equity()) - before).toBeLessThan(11_000);
  await page.getByText('allocated to bots').waitFor();
  await send(page, 'POST', `/bots/${id}/stop`);
  const remove = async () =>
    (
      await page.request.delete(`/api/manager/bots/${id}`, {
        headers: { origin: new URL(page.url()).origin },
      })
    ).status();
  await eventuallyEquals(remove, 200);
  expect(Math.abs((await equity()) - before)).toBeLessThan(1_000);
  await page.context().close();
});

test('the overview has one drawdown: the tile is the last point of the curve below it', async () => {
  const page = await browser.page('operator');
  const answer = page.waitForResponse((response) => response.url().includes('/api/manager/performance'));
  await page.goto('/');
  const { equity } = (await (await answer).json()) as Performance;
  const last = equity.at(-1)!.drawdownPct;
  await expect
    .poll(() => stat(page, 'Drawdown').textContent(), { timeout: PATIENCE_MS })
    .toBe(`${last.toFixed(2)} %`);
  await page.context().close();
});

test('a live run shows what it stands at now, not what it stood at when its last trade closed', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const { botId } = await botNamed(page, FAST_BOT);
  await eventuallyEquals(async () => (await botNamed(page, FAST_BOT)).position !== null, true);
  // Held still, with what it holds open.
  await send(page, 'POST', `/bots/${botId}/pause`);
  try {
    const { items } = await read<{ items: { id: string; status: string }[] }>(page, `/bots/${botId}/runs`);
    const runId = items.find(({ status }) => status === 'running')!.id;
    const agrees = async () => {
      const [run, curve] = await Promise.all([
        read<{ performance: { netPnlUsd: string }; initialEquityUsd: string }>(page, `/runs/${runId}`),
        read<{ equityUsd: number[] }>(page, `/runs/${runId}/curve`),
      ]);
      const made = curve.equityUsd.at(-1)! - Number(run.initialEquityUsd);
      return Math.abs(made - Number(run.performance.netPnlUsd)) < 1e-6;
    };
    for (let look = 0; look < 5; look++) await eventuallyEquals(agrees, true);
    await page.goto(`/runs/${runId}`);
    await page.getByText(/Profit, return and drawdown are of/).waitFor();
  } finally {
    await send(page, 'POST', `/bots/${botId}/resume`);
  }
  await page.context().close();
});
