import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { spawnPlatform } from '../test/platform';
import {
  act,
  botNamed,
  eventuallyEquals,
  FAST_BOT,
  PATIENCE_MS,
  read,
  send,
  spillPx,
  stackVariables,
  useBrowser,
} from './visitor';

const browser = useBrowser();

async function configOf(page: Page) {
  const botId = new URL(page.url()).pathname.split('/').pop()!;
  return await (await page.request.get(`/api/manager/bots/${botId}`)).json();
}

async function statusOf(page: Page): Promise<string> {
  const bot = await configOf(page);
  return `${bot.desired_state} ${bot.status}`;
}

test('a bot is created from the form, started, paused, resumed and stopped, and each button says when it is not its turn', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots/new');
  await page.getByLabel('Name', { exact: true }).fill(`Made in a browser ${Date.now()}`);
  await page.getByLabel('Strategy').selectOption('rsi_mean_reversion');
  await page.getByLabel('Symbol').fill('SOLUSDT');
  await page.getByLabel('Time frame').selectOption('1m');
  await page.getByLabel('Volatility spike').check();
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}/);
  expect(await configOf(page)).toMatchObject({ overlays: [{ name: 'volatility_spike' }] });

  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.waitFor();
  expect(await pause.getAttribute('aria-disabled')).toBe('true');

  await act(page, 'Start', 'Start');
  await eventuallyEquals(() => statusOf(page), 'running live');
  await act(page, 'Pause', 'Pause');
  await eventuallyEquals(() => statusOf(page), 'paused paused');
  await act(page, 'Resume', 'Resume');
  await eventuallyEquals(() => statusOf(page), 'running live');
  await act(page, 'Stop', 'Stop');
  await eventuallyEquals(() => statusOf(page), 'stopped stopped');

  const audit = await (await page.request.get(`/api/manager${new URL(page.url()).pathname}/audit`)).json();
  expect(
    audit.items.map((entry: { actor: string; action: string }) => `${entry.actor} ${entry.action}`),
  ).toEqual(['stop', 'resume', 'pause', 'start', 'create'].map((action) => `operator:operator ${action}`));
  await page.context().close();
});

test('a fill arrives on the page of the bot without a reload', async () => {
  const page = await browser.page('viewer');
  await page.goto('/bots');
  await page.getByRole('link', { name: 'Fast demo (scripted)' }).first().click();
  const newest = page.getByRole('table', { name: 'Fills' }).locator('tbody tr').first();
  await newest.waitFor();
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }));
  const before = await newest.textContent();
  await expect.poll(() => newest.textContent(), { timeout: PATIENCE_MS }).not.toBe(before);
  expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true);
  await page.context().close();
});

interface NewBot {
  readonly id: string;
}

const createBot = (page: Page, over: object) =>
  send<NewBot>(page, 'POST', '/bots', {
    bot_name: `By a test ${Date.now()}`,
    strategy: 'psar',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    ...over,
  });

test('the default bot goes live, and the form names the bot that holds a pair before it is asked to create a second', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots/new');
  await page.getByLabel('Name', { exact: true }).fill(`By default ${Date.now()}`);
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}/);
  await act(page, 'Start', 'Start');
  await eventuallyEquals(() => statusOf(page), 'running live');
  const { bot_name: name } = await configOf(page);
  const own = page.url();

  const { strategy, symbol } = await configOf(page);
  await page.goto('/bots/new');
  await page.getByLabel('Strategy').selectOption(strategy);
  await page.getByLabel('Symbol').fill(symbol);
  await page.getByText(`Symbol and strategy are held by ${name}`).waitFor();

  await page.goto(own);
  await act(page, 'Stop', 'Stop');
  await eventuallyEquals(() => statusOf(page), 'stopped stopped');
  await page.context().close();
});

test('why a bot could not start is on its page and in the list, and the form said so before', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots/new');
  await page.getByLabel('Strategy').selectOption('psar');
  await page.getByLabel('Time frame').selectOption('1d');
  await page.getByText(/needs 150 bars of BTCUSDT 1d to warm up; \d+ are stored/).waitFor();
  await page.getByRole('button', { name: /^Fetch the missing \d+ days…$/ }).waitFor();

  const { id } = await createBot(page, {});
  await send(page, 'POST', `/bots/${id}/start`);
  await page.goto(`/bots/${id}?tab=events`);
  await page
    .getByText(/perp_klines BTCUSDT 1d: \d+ of 150 rows/)
    .first()
    .waitFor();
  const lastError = async () => {
    const { items } = await read<{ items: { lastError: { message: string } | null }[] }>(
      page,
      `/bff/bots?bot_id=${id}`,
    );
    return /of 150 rows/.test(items[0]?.lastError?.message ?? '');
  };
  await eventuallyEquals(lastError, true);
  await send(page, 'POST', `/bots/${id}/stop`);
  await page.context().close();
});

test('deleting a bot says so before its page is left', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const name = `Delete me ${Date.now()} ${'n'.repeat(100)}`;
  const { id } = await createBot(page, { bot_name: name, timeframe: '1h' });
  await page.goto(`/bots/${id}`);
  const said = await act(page, 'Delete', 'Delete', async (dialog) => {
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
    expect(await spillPx(page)).toBeLessThanOrEqual(0);
  });
  expect(said).toContain(`${name} is deleted`);
  await page.waitForURL('**/bots');
  await page.context().close();
});

test('a parity mismatch stops entries in full view, is acknowledged with a reason, and the command line makes none of a script', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const fast = await botNamed(page, FAST_BOT);
  const audit = spawnPlatform(['parity', fast.botId], inject('environment'));
  let complaint = '';
  audit.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  expect(await new Promise((resolve) => audit.once('close', resolve))).toBe(2);
  expect(complaint).toContain('the bars of a script');

  const database = new pg.Client({ connectionString: stackVariables()['PLATFORM_DATABASE_URL']! });
  await database.connect();
  await database.query(
    `INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result, first_divergence)
     VALUES ($1, 1, 0, 60000, 2, 'divergence', $2)`,
    [fast.botId, { open_time_ms: 60_000, kind: 'decision_differs', field: null, bot: null, engine: 'long' }],
  );
  await database.end();

  await page.getByRole('row', { name: FAST_BOT }).getByText('no entries: parity mismatch').waitFor();
  await page.goto(`/bots/${fast.botId}`);
  await page
    .getByText(/decision differs on the bar of 1970-01-01 00:01:00 UTC: bot no signal, backtest long/)
    .waitFor();
  await act(page, 'Acknowledge…', 'Acknowledge', async (dialog) => {
    await dialog.getByLabel('Reason').fill('planted by a test');
    await dialog.getByLabel('Type PARITY to confirm').fill('PARITY');
  });
  await page.getByText('Parity mismatch: no new entries').waitFor({ state: 'detached' });
  const { items } = await read<{ items: { action: string; actor: string }[] }>(
    page,
    `/bots/${fast.botId}/audit`,
  );
  expect(items[0]).toMatchObject({ action: 'acknowledge_parity', actor: 'operator:operator' });
  await page.context().close();
});

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

test('a live curve lies over the backtest of the same span, and simulated days stand apart from both', async () => {
  const page = await browser.page('operator');
  await page.goto('/bots');
  const name = `Overlaid ${Date.now()}`;
  const { id } = await createBot(page, { bot_name: name, timeframe: '15m' });
  const toMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const database = new pg.Client({ connectionString: stackVariables()['PLATFORM_DATABASE_URL']! });
  await database.connect();
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity, from_ts)
     VALUES (gen_random_uuid(), 'live', 'completed', $1, 'testnet', 'psar', 'BTCUSDT', '15m', 10000, $2) RETURNING id`,
    [id, toMs - DAY_MS],
  );
  await database.query(
    `INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct)
     SELECT $1, ts, 10000 + (ts - $2::bigint) / $4::bigint, 0 FROM generate_series($2::bigint, $3::bigint, $4::bigint) AS ts`,
    [rows[0]!.id, toMs - DAY_MS, toMs, QUARTER_MS],
  );
  await database.end();

  await page.goto(`/bots/${id}?tab=parity`);
  await page.getByRole('button', { name: 'Run the backtest of this span' }).click();
  await page.getByText(/Live stands [+−]\d+\.\d+ % from the backtest where both end/).waitFor();
  await page.getByRole('img', { name: /Equity of the live run and of a backtest/ }).waitFor();
  await page.getByRole('link', { name: 'Figures side by side' }).waitFor();

  const days = { strategy: 'psar', timeframe: '15m', from_ts: toMs - 5 * DAY_MS, to_ts: toMs - 2 * DAY_MS };
  const refused = await page.request.post('/api/manager/backtest', {
    data: { ...days, symbol: 'ETHUSDT', bot_id: id },
    headers: { origin: new URL(page.url()).origin },
  });
  expect([refused.status(), (await refused.json()).field]).toEqual([400, 'bot_id']);
  await send(page, 'POST', '/backtest', { ...days, symbol: 'BTCUSDT', bot_id: id });
  await page.goto(`/bots/${id}?tab=equity`);
  await page.getByText('simulated, not traded').waitFor();
  await send(page, 'DELETE', `/bots/${id}`);
  await page.context().close();
});

test('closing the dialog of an action on several bots sends for no further one', async () => {
  const page = await browser.page('operator');
  await page.route('**/api/manager/bff/bots', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const fast = answer.items.find(({ botName }: { botName: string }) => botName === FAST_BOT);
    const copies = [1, 2, 3, 4, 5].map((n) => ({
      ...fast,
      botId: `${fast.botId.slice(0, -1)}${n}`,
      botName: `Copy ${n}`,
      desiredState: 'running',
      status: 'live',
    }));
    await route.fulfill({ response, json: { ...answer, items: copies } });
  });
  const sent: string[] = [];
  let answerFirst = () => {};
  const isClosed = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/api/manager/bots/*/pause', async (route) => {
    sent.push(route.request().url());
    await isClosed;
    await route.fulfill({ json: { desired_state: 'paused', status: 'live' } });
  });
  await page.goto('/bots');
  for (const n of [1, 2, 3, 4, 5]) await page.getByLabel(`Choose Copy ${n}`).check();
  await page.getByRole('button', { name: 'Pause 5…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pause 5 bots' }).click();
  await eventuallyEquals(async () => sent.length, 1);
  await dialog.getByRole('button', { name: 'Close; what was sent goes on' }).click();
  await dialog.waitFor({ state: 'detached' });
  const answered = page.waitForResponse('**/api/manager/bots/*/pause');
  answerFirst();
  await answered;
  // What the command makes the page read again comes after what it would have sent next.
  await page.waitForResponse('**/api/manager/bff/bots');
  expect(sent).toHaveLength(1);
  await page.context().close();
});
