/**
 * What a page costs before it can be used: the JavaScript that its document names ("first load"), all that it
 * loads with an empty cache in the end (the chart library comes after, where a page has a chart), and the
 * time from the address to a latch that the page's own script has read from the manager.
 */
import { gzipSync } from 'node:zlib';
import { consolePages } from '@platform/testkit';
import type { BenchResult } from './benchmark';
import type { BrowserPage, ConsoleBench } from './console-harness';
import { median } from './percentile';

/** Of one bot: what it trades, and the tabs that load more. */
const TABS_OF_A_BOT = ['trading', 'parity', 'release'];
const SCRIPT_AIM_KB = 260;
const ROUNDS = 3;
/** Charts load their library after the page is there. */
const SETTLE_MS = 1_500;

export async function measurePages({ page, largeRun, progress }: ConsoleBench): Promise<BenchResult[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map(consolePages().map((path) => [path, path]));
  addresses.set('/runs/[id]', (await largeRun()).path);
  const { items } = (await (await page.request.get('/api/manager/bff/bots')).json()) as {
    items: { botId: string }[];
  };
  for (const tab of items[0] === undefined ? [] : TABS_OF_A_BOT) {
    addresses.set(`/bots/[id], ${tab}`, `/bots/${items[0]!.botId}?tab=${tab}`);
  }
  const results: BenchResult[] = [];
  for (const [name, path] of addresses) {
    const { firstLoadKb, allKb } = await scriptSizes(page, path);
    results.push({
      name: `${name}, first load`,
      value: firstLoadKb,
      unit: 'kB gzip',
      aim: `<= ${SCRIPT_AIM_KB} kB`,
      met: firstLoadKb <= SCRIPT_AIM_KB,
    });
    results.push({ name: `${name}, with charts`, value: allKb, unit: 'kB gzip' });
    const usableMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) usableMs.push(await millisecondsUntilUsable(page, path));
    const usable = median(usableMs);
    results.push({ name: `${name}, usable`, value: usable, unit: 'ms' });
    progress(
      `${name}: ${firstLoadKb.toFixed(0)} kB first, ${allKb.toFixed(0)} kB in all, ${usable.toFixed(0)} ms`,
    );
  }
  return results;
}

async function scriptSizes(page: BrowserPage, path: string): Promise<{ firstLoadKb: number; allKb: number }> {
  // What the page before still asks for would be counted as this one's.
  await page.goto('about:blank');
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().resourceType() === 'script') bodies.set(pathname, response.body());
  });
  await millisecondsUntilUsable(page, path);
  await page.waitForTimeout(SETTLE_MS);
  page.removeAllListeners('response');
  // The server may close an idle connection in the moment in which it is used again.
  const html = await (await page.request.get(path, { maxRetries: 1 })).text();
  const named = new Set([...html.matchAll(/<script[^>]* src="([^"?]+)/g)].map(([, source]) => source!));
  let [firstLoadKb, allKb] = [0, 0];
  for (const [source, body] of bodies) {
    const kilobytes = gzipSync(await body).length / 1000;
    allKb += kilobytes;
    if (named.has(source)) firstLoadKb += kilobytes;
  }
  return { firstLoadKb, allKb };
}

async function millisecondsUntilUsable(page: BrowserPage, path: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  const latch = page.getByTestId('status-strip').getByText(/^\s*(ACTIVE|HALTED)\s*$/);
  await latch.waitFor();
  return performance.now() - startedAt;
}
