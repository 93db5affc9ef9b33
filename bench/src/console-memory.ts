/**
 * Whether pages that are left open keep their size. An hour of live messages in three minutes: what the feed
 * says in one minute is recorded, then said again sixty times over. A page reads again after a message as it
 * always does, at most every 400 ms, so there are some 450 rounds of reads; a real hour of the demonstration
 * has about twice as many, further apart. The first quarter warms code and caches up; what counts is whether
 * the pages grow after it.
 */

import type { BenchResult } from './benchmark';
import type { BrowserPage, ConsoleBench } from './console-harness';

const RECORD_MS = 60_000;
const QUARTERS = 4;
const REPLAYS = 60 / QUARTERS;
const REPLAY_MS = (3 * 60_000) / QUARTERS;
const TICK_MS = 200;
const GROWTH_AIM = 1.1;

/** In the page, before its own scripts: keeps the feed and what it says within reach. */
const TAP = `
  const Feed = EventSource;
  globalThis.heard = [];
  globalThis.EventSource = class extends Feed {
    constructor(...given) {
      super(...given);
      globalThis.feed = this;
      this.addEventListener('message', ({ data, isTrusted }) => isTrusted && heard.push(data));
    }
  };`;

const REPLAY = `
  globalThis.recorded ??= heard.splice(0);
  const total = recorded.length * ${REPLAYS};
  const startedAt = performance.now();
  let said = 0;
  new Promise((resolve) => {
    const ticking = setInterval(() => {
      const due = Math.min(1, (performance.now() - startedAt) / ${REPLAY_MS}) * total;
      for (; said < due; said++) {
        feed.dispatchEvent(new MessageEvent('message', { data: recorded[said % recorded.length] }));
      }
      heard.length = 0;
      if (said >= total) { clearInterval(ticking); resolve(total); }
    }, ${TICK_MS});
  })`;

export async function measureMemory({ page, progress }: ConsoleBench): Promise<BenchResult[]> {
  const bots = await page.request.get('/api/manager/bff/bots');
  const { items } = (await bots.json()) as { items: { botId: string; candleSource: string }[] };
  const fast = items.find(({ candleSource }) => candleSource === 'scripted') ?? items[0];
  const bot = fast === undefined ? '/bots' : `/bots/${fast.botId}`;
  const paths = { overview: '/', bot, risk: '/risk', orders: '/orders', alerts: '/alerts' };
  progress(`memory of ${Object.keys(paths).join(', ')}: a minute of live messages, then an hour of them`);
  const measured = Object.entries(paths).map(async ([name, path]) => {
    const own = await page.context().newPage();
    return await measurePage({ page: own, name, path }, progress);
  });
  return (await Promise.all(measured)).flat();
}

interface Watched {
  readonly page: BrowserPage;
  readonly name: string;
  readonly path: string;
}

async function measurePage(
  { page, name, path }: Watched,
  progress: ConsoleBench['progress'],
): Promise<BenchResult[]> {
  await page.addInitScript({ content: TAP });
  await page.goto(path);
  await page.waitForTimeout(RECORD_MS);
  const sizes: Size[] = [];
  let messages = 0;
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    messages += Number(await page.evaluate(REPLAY));
    if (messages === 0) throw new Error('no live message came within a minute: does a bot trade?');
    sizes.push(await sizeOf(page));
  }
  await page.close();
  progress(`${name}: ${sizes.map(({ heapMib }) => heapMib.toFixed(2)).join(', ')} MiB after each quarter`);
  const [before, after] = [sizes[0]!, sizes.at(-1)!];
  const ratio = after.heapMib / before.heapMib;
  return [
    { name: `${name}, messages replayed`, value: messages, unit: '' },
    {
      name: `${name}, heap after the hour`,
      value: after.heapMib,
      unit: 'MiB',
      ratio,
      aim: `ratio <= ${GROWTH_AIM} of the first quarter`,
      met: ratio <= GROWTH_AIM,
    },
    {
      name: `${name}, nodes after the hour`,
      value: after.nodes,
      unit: 'nodes',
      ratio: after.nodes / before.nodes,
    },
  ];
}

interface Size {
  readonly heapMib: number;
  readonly nodes: number;
}

/** After the garbage is collected. */
async function sizeOf(page: BrowserPage): Promise<Size> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heapMib: usedSize / 2 ** 20, nodes };
}
