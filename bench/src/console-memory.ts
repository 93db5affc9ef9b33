/** Whether a page that is left open keeps its size while live updates arrive. Minutes, not an hour: CONSOLE_BENCH_MINUTES says how many. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserPage } from './console';
import type { BenchResult } from './index';

const DEFAULT_MINUTES = 4;
const GROWTH_AIM = 1.1;

export async function measureMemory(
  page: BrowserPage,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  const minutes = Number(process.env['CONSOLE_BENCH_MINUTES'] || DEFAULT_MINUTES);
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const heapMib = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  };
  progress(`memory of the overview over ${minutes} minutes of live updates`);
  // The first minute fills caches that then stay.
  await sleep(60_000);
  const before = await heapMib();
  await sleep((minutes - 1) * 60_000);
  const after = await heapMib();
  return [
    {
      name: `overview, heap after ${minutes} min`,
      value: after,
      unit: 'MiB',
      ratio: after / before,
      aim: `ratio <= ${GROWTH_AIM} of the first minute`,
      met: after / before <= GROWTH_AIM,
    },
  ];
}
