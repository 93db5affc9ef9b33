/** A browser on the console of a running stack, signed in through the identity provider as a person would. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
} from 'playwright-core';
import type { LocalAccount } from '../identity/accounts';
import { shellEnvironment } from '../shell-environment';
import { chromium } from './chromium';

export interface ConsoleBrowser {
  readonly browser: Browser;
  readonly url: string;
  /** A context of its own for each person and window. */
  signedIn(account: LocalAccount, options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** The stack is the one that PLATFORM_HOME in `environment` names. */
export async function openConsoleBrowser(
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<ConsoleBrowser> {
  const stack = shellEnvironment(environment);
  const url = stack['PLATFORM_CONSOLE_URL']!;
  const found = await chromium(report);
  const browser = await driver.launch({
    executablePath: found.program,
    env: { ...process.env, ...found.environment } as Record<string, string>,
    // Chromium has no sandbox for root, and in many containers for no user at all.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return {
    browser,
    url,
    signedIn: async (account, options) => {
      const context = await browser.newContext({ baseURL: url, ...options });
      await signIn(context, account, stack[`PLATFORM_CONSOLE_${account.toUpperCase()}_PASSWORD`]!);
      return context;
    },
    close: async () => await browser.close(),
  };
}

async function signIn(context: BrowserContext, account: LocalAccount, password: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(account);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(
    (address) => address.origin === new URL(page.url()).origin && address.pathname === '/',
  );
  await page.close();
}
