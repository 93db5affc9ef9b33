/**
 * The console of the running platform in a browser, from its production build: the JavaScript of each page,
 * the time until it can be used, a run with fifty thousand points of equity and thousands of roundtrips under
 * the wheel, and the memory of pages left open.
 */
import { OperatorFault, openConsoleBrowser, shellEnvironment, stackStatus } from '@platform/stack';
import { type BenchResult, inParts, type Measure, type Report } from './benchmark';
import { bigRun } from './console-big-run';
import type { ConsoleBench } from './console-harness';
import { measureMemory } from './console-memory';
import { measurePages } from './console-pages';
import { measureScrolling } from './console-scroll';

const WIDE = { width: 1440, height: 900 };

export const benchmark = inParts({
  name: 'console',
  summary: 'the console of the running platform: script per page, time to use, scrolling a large run, memory',
  parts: { pages: onPage(measurePages), scroll: onPage(measureScrolling), memory: onPage(measureMemory) },
  open: openConsole,
  close: ({ browser }) => browser.close(),
});

type Ground = Awaited<ReturnType<typeof openConsole>>;

async function openConsole(progress: Report) {
  if (!(await stackStatus(process.env)).allReady) {
    throw new OperatorFault('The console of a running platform is measured: start one with ./platform up.');
  }
  const browser = await openConsoleBrowser(process.env, progress);
  const context = await browser.signedIn('operator', { viewport: WIDE });
  let run: ReturnType<typeof bigRun> | undefined;
  const largeRun = () => {
    run ??= bigRun(shellEnvironment(process.env));
    return run;
  };
  return { browser, context, largeRun };
}

function onPage(measure: (bench: ConsoleBench) => Promise<BenchResult[]>): Measure<Ground> {
  return async ({ context, largeRun }, progress) => {
    const page = await context.newPage();
    const results = await measure({ page, largeRun, progress });
    await page.close();
    return results;
  };
}
