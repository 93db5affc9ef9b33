/**
 * The console of the running platform in a browser: the JavaScript of each page, the time until it can be used, a run with fifty
 * thousand points of equity and thousands of roundtrips under the wheel, and the memory of a page that is left open.
 */
import { gzipSync } from 'node:zlib';
import {
  type ConsoleBrowser,
  OperatorFault,
  openConsoleBrowser,
  shellEnvironment,
  stackStatus,
} from '@platform/stack';
import { measureMemory } from './console-memory';
import { bigRun, measureScrolling } from './console-scroll';
import type { Benchmark, BenchResult } from './index';

export type BrowserPage = Awaited<ReturnType<Awaited<ReturnType<ConsoleBrowser['signedIn']>>['newPage']>>;

const PAGES = [
  '/',
  '/bots',
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
const WIDE = { width: 1440, height: 900 };

export const benchmark: Benchmark = {
  name: 'console',
  summary: 'the console of the running platform: script per page, time to use, scrolling a large run, memory',
  run: async (progress) => {
    if (!(await stackStatus(process.env)).allReady) {
      throw new OperatorFault('The console of a running platform is measured: start one with ./platform up.');
    }
    const browser = await openConsoleBrowser(process.env, progress);
    try {
      const variables = shellEnvironment(process.env);
      progress('a run of 50,000 bars');
      const run = await bigRun(variables);
      const context = await browser.signedIn('operator', { viewport: WIDE });
      const page = await context.newPage();
      const results: BenchResult[] = [];
      for (const path of [...PAGES, run.path]) {
        progress(`loading ${path}`);
        results.push(...(await measureLoading(page, path, path === run.path ? '/runs/[id]' : path)));
      }
      progress('scrolling the large run');
      results.push(...(await measureScrolling(page, run)));
      results.push(...(await measureMemory(page, progress)));
      return results;
    } finally {
      await browser.close();
    }
  },
};

/** Each round with an empty cache. A page can be used once the latch in its strip was read by its own script. */
async function measureLoading(page: BrowserPage, path: string, name: string): Promise<BenchResult[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Map<string, number>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    void response.body().then(
      (body) => scripts.set(response.url(), gzipSync(body).length),
      () => undefined,
    );
  });
  const usableMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await page.goto(path, { waitUntil: 'commit' });
    await page
      .getByTestId('status-strip')
      .getByText(/^(ACTIVE|HALTED)$/)
      .waitFor();
    usableMs.push(performance.now() - startedAt);
    await page.waitForLoadState('load');
  }
  page.removeAllListeners('response');
  const kilobytes = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000;
  return [
    {
      name: `${name}, script`,
      value: kilobytes,
      unit: 'kB gzip',
      aim: `<= ${SCRIPT_AIM_KB} kB`,
      met: kilobytes <= SCRIPT_AIM_KB,
    },
    { name: `${name}, usable`, value: median(usableMs), unit: 'ms' },
  ];
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
