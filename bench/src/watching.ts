/**
 * Seconds from a broken thing to the message at the receiver, with the intervals that are run; what 200 bots cost Prometheus; and a search
 * in a gigabyte of log.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { botMetrics, type MetricSpec } from '@platform/contracts';
import type { BenchResult } from './benchmark';
import { median } from './percentile';
import { processUse } from './process-use';
import { type Report, scratchBenchmark } from './scratch';
import { delayResult, startWatchedStack, type WatchedStack } from './watching-bed';
import { measureDrills } from './watching-drills';
import { measureLogs } from './watching-logs';

const ROUNDS = 5;
const BOTS = 200;
const SETTLE_MS = 30_000;
const MEASURE_MS = 60_000;
/** Longer and the message is lost. */
const LOST_AFTER_MS = 120_000;

export const benchmark = scratchBenchmark({
  name: 'watching',
  summary: 'seconds from a broken thing to its message; cost of scraping 200 bots; log search over 1 GiB',
  parts: {
    delivery: (scratch, progress) => onStack(scratch, progress, measureDelivery),
    drills: (scratch, progress) => measureDrills(scratch, progress),
    scraping: (scratch, progress) => onStack(scratch, progress, measureScraping),
    logs: (scratch) => measureLogs(join(scratch, 'logs')),
  },
});

async function onStack(
  scratch: string,
  progress: Report,
  measure: (stack: WatchedStack, progress: Report) => Promise<BenchResult[]>,
): Promise<BenchResult[]> {
  const stack = await startWatchedStack(await mkdtemp(join(scratch, 'home-')));
  try {
    return await measure(stack, progress);
  } finally {
    await stack.stop();
  }
}

/** A service that hangs: it holds its port and answers nothing, which takes longest to notice. */
async function measureDelivery(stack: WatchedStack, progress: Report): Promise<BenchResult[]> {
  await sleep(SETTLE_MS);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pid = await stack.pid('data');
    const brokenAtMs = Date.now();
    process.kill(pid, 'SIGSTOP');
    let notifiedAtMs: number | undefined;
    try {
      while (notifiedAtMs === undefined && Date.now() - brokenAtMs < LOST_AFTER_MS) {
        await sleep(50);
        notifiedAtMs = stack.notifiedAt({ alert: 'ServiceDown' }, brokenAtMs);
      }
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    if (notifiedAtMs === undefined) throw new Error('the message was lost');
    seconds.push((notifiedAtMs - brokenAtMs) / 1000);
    progress(`notified after ${seconds.at(-1)!.toFixed(1)} s`);
    // At another point of the intervals each time.
    await sleep(20_000 + round * 1_300);
  }
  return [
    delayResult('hung service to message, p50', median(seconds)),
    delayResult('hung service to message, worst', Math.max(...seconds)),
  ];
}

async function measureScraping(stack: WatchedStack, progress: Report): Promise<BenchResult[]> {
  const server = createServer((_, response) => response.end(exposition()));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const pid = await stack.pid('prometheus');
    const share = async () => {
      await sleep(SETTLE_MS);
      const before = processUse(pid);
      await sleep(MEASURE_MS);
      const after = processUse(pid);
      return { cpu: (after.cpuSeconds - before.cpuSeconds) / (after.atSeconds - before.atSeconds), after };
    };
    progress('without bots');
    const alone = await share();
    const directory = join(stack.home, 'manager', 'file_sd');
    mkdirSync(directory, { recursive: true });
    const targets = Array.from({ length: BOTS }, (_, i) => ({
      targets: [`127.1.0.${i + 1}:${port}`],
      labels: { job: 'bot', bot_id: `bench-${i}` },
    }));
    writeFileSync(join(directory, 'bench.json'), JSON.stringify(targets));
    progress(`with ${BOTS} bots`);
    const loaded = await share();
    return [
      { name: 'Prometheus without bots, CPU share', value: alone.cpu * 100, unit: '% of a core' },
      { name: `Prometheus with ${BOTS} bots, CPU share`, value: loaded.cpu * 100, unit: '% of a core' },
      { name: `Prometheus with ${BOTS} bots, memory`, value: loaded.after.residentMib, unit: 'MiB' },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What a bot exposes, with every label it can have once. */
function exposition(): string {
  const nowSeconds = Date.now() / 1000;
  return Object.values<MetricSpec>(botMetrics)
    .flatMap(({ name, labels, buckets }) => {
      const named = labels.map((label) => `${label}="x"`).join(',');
      if (buckets === undefined) return [`${name}{${named}} ${nowSeconds}`];
      return buckets.map((bucket) => `${name}_bucket{le="${bucket}"} 1`);
    })
    .join('\n')
    .concat('\n');
}
