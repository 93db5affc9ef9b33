/**
 * The console of the running platform in a browser, from its production build: the JavaScript of each page, the time until it can be
 * used, a run with fifty thousand points of equity and thousands of roundtrips under the wheel, and the memory of pages left open.
 */
import { OperatorFault, openConsoleBrowser, shellEnvironment, stackStatus } from '@platform/stack';
import type { Benchmark, BenchResult } from './benchmark';
import type { ConsoleBench } from './console-bed';
import { bigRun } from './console-big-run';
import { measureMemory } from './console-memory';
import { measurePages } from './console-pages';
import { measureScrolling } from './console-scroll';

const PARTS: Readonly<Record<string, (bench: ConsoleBench) => Promise<BenchResult[]>>> = {
  pages: measurePages,
  scroll: measureScrolling,
  memory: measureMemory,
};
const WIDE = { width: 1440, height: 900 };

export const benchmark: Benchmark = {
  name: 'console',
  summary: 'the console of the running platform: script per page, time to use, scrolling a large run, memory',
  parts: Object.keys(PARTS),
  run: async (progress, part) => {
    if (!(await stackStatus(process.env)).allReady) {
      throw new OperatorFault('The console of a running platform is measured: start one with ./platform up.');
    }
    const browser = await openConsoleBrowser(process.env, progress);
    try {
      const context = await browser.signedIn('operator', { viewport: WIDE });
      let run: ReturnType<typeof bigRun> | undefined;
      const largeRun = () => {
        run ??= bigRun(shellEnvironment(process.env));
        return run;
      };
      const results: BenchResult[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (part !== undefined && part !== name) continue;
        const page = await context.newPage();
        results.push(...(await measure({ page, largeRun, progress })));
        await page.close();
      }
      return results;
    } finally {
      await browser.close();
    }
  },
};
