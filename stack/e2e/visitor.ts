/** A person before the console: a signed-in page, and the few things every test does with it. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { type ConsoleBrowser, openConsoleBrowser } from '../src/browser/console-browser';
import type { LocalAccount } from '../src/identity/accounts';
import { shellEnvironment } from '../src/shell-environment';
import { stackStatus } from '../src/status';

/** Long enough for a machine that runs everything else at the same time. */
export const PATIENCE_MS = 120_000;

export const stackEnvironment = () => ({ ...process.env, ...inject('environment') });
export const stackVariables = () => shellEnvironment(stackEnvironment());

/** A browser for the tests of one file. */
export function useBrowser(): {
  page(account: LocalAccount, options?: BrowserContextOptions): Promise<Page>;
} & {
  readonly current: ConsoleBrowser;
} {
  let browser: ConsoleBrowser | undefined;
  beforeAll(async () => {
    browser = await openConsoleBrowser(stackEnvironment(), () => {});
  });
  afterAll(async () => await browser?.close());
  return {
    get current() {
      return browser!;
    },
    page: async (account, options) => {
      const context = await browser!.browser.newContext({
        baseURL: browser!.url,
        storageState: inject('sessions')[account],
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      return await context.newPage();
    },
  };
}

/** The strip above every page. */
export const strip = (page: Page) => page.getByTestId('status-strip');

export async function seesLatch(page: Page, state: 'ACTIVE' | 'HALTED' | 'PAUSED BY RISK'): Promise<void> {
  await strip(page).getByText(state, { exact: true }).waitFor();
}

/** Presses a button that opens a dialog, then the button in it. */
export async function act(
  page: Page,
  button: string,
  verb: string,
  fill?: (dialog: Locator) => Promise<void>,
) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fill?.(dialog);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await dialog.getByRole('status').waitFor();
  const said = (await dialog.getByRole('status').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  return said;
}

/** The manager's answer, as the page of this person may ask for it. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/manager${path}`);
  if (!answer.ok()) throw new Error(`GET ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A change through the console's own server, for what a test needs and is not about. */
export async function send<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const origin = new URL(page.url()).origin;
  const answer = await page.request.fetch(`/api/manager${path}`, {
    method,
    headers: { origin },
    ...(data === undefined ? {} : { data }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

export interface ListedBot {
  readonly botId: string;
  readonly botName: string;
  readonly position: unknown;
  readonly equityUsd: string | null;
}

export async function botNamed(page: Page, name: string): Promise<ListedBot> {
  const { items } = await read<{ items: ListedBot[] }>(page, '/bff/bots');
  return items.find(({ botName }) => botName === name)!;
}

export const FAST_BOT = 'Fast demo (scripted)';

export async function resume(page: Page): Promise<void> {
  await page.goto('/risk');
  await act(page, 'Resume…', 'Resume trading', async (dialog) => {
    await dialog.getByLabel('Reason').fill('the exercise is over');
    await dialog.getByLabel('Type RESUME to confirm').fill('RESUME');
  });
  await seesLatch(page, 'ACTIVE');
}

export async function pidOf(name: string): Promise<number | null> {
  const { processes } = await stackStatus(stackEnvironment());
  return processes.find((process) => process.name === name)?.pid ?? null;
}

/** By how many pixels the page is wider than its window. */
export async function spillPx(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
}

/** Waits until the value is there; says what was there instead. */
export async function eventuallyEquals<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(read, { timeout: PATIENCE_MS, interval: 250 }).toEqual(wanted);
}
