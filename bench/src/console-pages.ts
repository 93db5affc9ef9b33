/**
 * What a page costs before it can be used: all JavaScript that it loads with an empty cache, charts included, and the time from the
 * address to a latch that the page's own script has read from the manager.
 */
import { gzipSync } from 'node:zlib';
import type { BrowserPage, ConsoleBench } from './console';
import type { BenchResult } from './index';

const PAGES = [
  '/',
  '/bots',
  '/bots/new',
  '/risk',
  '/portfolio',
  '/performance',
  '/backtest',
  '/runs',
  '/strategies',
  '/data',
  '/settings',
];
const SCRIPT_AIM_KB = 250;
const ROUNDS = 5;
/** Charts load their library after the page is there. */
const SETTLE_MS = 1_500;

export async function measurePages({ page, largeRun, progress }: ConsoleBench): Promise<BenchResult[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map(PAGES.map((path) => [path, path]));
  addresses.set('/runs/[id]', (await largeRun()).path);
  const results: BenchResult[] = [];
  for (const [name, path] of addresses) {
    progress(`loading ${name}`);
    const kilobytes = await scriptKilobytes(page, path);
    results.push({
      name: `${name}, script`,
      value: kilobytes,
      unit: 'kB gzip',
      aim: `<= ${SCRIPT_AIM_KB} kB`,
      met: kilobytes <= SCRIPT_AIM_KB,
    });
    const usableMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) usableMs.push(await millisecondsUntilUsable(page, path));
    results.push({ name: `${name}, usable`, value: median(usableMs), unit: 'ms' });
  }
  return results;
}

async function scriptKilobytes(page: BrowserPage, path: string): Promise<number> {
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.set(response.url(), response.body());
  });
  await millisecondsUntilUsable(page, path);
  await page.waitForTimeout(SETTLE_MS);
  page.removeAllListeners('response');
  const sizes = [...bodies.values()].map(async (body) => gzipSync(await body).length);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

async function millisecondsUntilUsable(page: BrowserPage, path: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  const latch = page.getByTestId('status-strip').getByText(/^(ACTIVE|HALTED)$/);
  await latch.waitFor();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
