/**
 * One stack with its console for the whole suite, with the fast bot and three weeks of history, and people
 * who are signed in.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@platform/testkit';
import type { BrowserContext } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { openConsoleBrowser } from '../src/browser/console-browser';
import type { LocalAccount } from '../src/identity/accounts';
import { testStack } from '../test/platform';

const HISTORY_DAYS = 21;

declare module 'vitest' {
  interface ProvidedContext {
    /** Names the stack to ./platform commands and to the browser. */
    environment: Record<string, string>;
    sessions: Record<LocalAccount, Session>;
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const fromDate = new Date(Date.now() - HISTORY_DAYS * 86_400_000).toISOString().slice(0, 10);
  const stack = await testStack({
    environment: { SKIP_CONSOLE: '', DEMO_STEPS: 'fastBot,klines', FROM_DATE: fromDate },
  });
  const up = await stack.platform(['up', '--detach']);
  if (up.code !== 0 || up.stdout.includes('console   is not there')) {
    await stack.dispose();
    throw new Error(`the stack did not start:\n${up.stdout}${up.stderr}`);
  }
  const progress = join(stack.home, 'demo.json');
  const isFilled = () => existsSync(progress) && readFileSync(progress, 'utf8').includes('klines');
  await eventually(isFilled);
  const environment = { ...stack.environment };
  project.provide('environment', environment);
  project.provide('sessions', await signInEverybody({ ...process.env, ...environment }));
  return stack.dispose;
}

/** Through the provider, as people do, but once: the tests begin with the cookies. */
async function signInEverybody(environment: NodeJS.ProcessEnv): Promise<Record<LocalAccount, Session>> {
  const browser = await openConsoleBrowser(environment, () => {});
  try {
    const session = async (account: LocalAccount) => (await browser.signedIn(account)).storageState();
    return { operator: await session('operator'), viewer: await session('viewer') };
  } finally {
    await browser.close();
  }
}
