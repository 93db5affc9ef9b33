/**
 * Seconds from a broken thing to the message at the receiver, with the intervals that are run; what the dead
 * man's switch says of watchers that hang; what 200 bots cost Prometheus; and a search in a gigabyte of log.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { botMetrics, type MetricSpec } from '@platform/contracts';
import type { BenchResult, Measure, Report } from './benchmark';
import { median } from './percentile';
import { processUse } from './process-use';
import { scratchBenchmark } from './scratch';
import { measureDrills } from './watching-drills';
import { delayResult, type ExpectedAlert, startWatchedStack, type WatchedStack } from './watching-harness';
import { measureLogs } from './watching-logs';
import { measureSwitch } from './watching-switch';

const JOBS = ['data', 'risk', 'executor', 'manager'] as const;
const ROUNDS_AGAIN = 3;
const BOTS = 200;
const SETTLE_MS = 30_000;
const MEASURE_MS = 60_000;
const POLL_MS = 50;
/** Longer and the message is lost. */
const LOST_AFTER_MS = 120_000;

export const benchmark = scratchBenchmark({
  name: 'watching',
  summary: 'seconds from a broken thing to its message; cost of scraping 200 bots; log search over 1 GiB',
  hasLong: true,
  parts: {
    delivery: onStack(measureDelivery),
    drills: measureDrills,
    switch: onStack(measureSwitch),
    scraping: onStack(measureScraping),
    logs: (scratch) => measureLogs(join(scratch, 'logs')),
  },
});

function onStack(
  measure: (stack: WatchedStack, progress: Report, isLong: boolean) => Promise<BenchResult[]>,
): Measure<string> {
  return async (scratch, progress, isLong) => {
    const stack = await startWatchedStack(await mkdtemp(join(scratch, 'home-')));
    try {
      return await measure(stack, progress, isLong);
    } finally {
      await stack.stop();
    }
  };
}

/**
 * Services that hang: they hold their port and answer nothing, which takes longest to notice. Then the first
 * of them again and again. For a quarter of an hour Prometheus repeats that an alert is over, and each time
 * Alertmanager keeps a group for it: what fires again meanwhile waits for the round of that group, 45 s at
 * most, so nothing is aimed at there.
 */
async function measureDelivery(stack: WatchedStack, progress: Report): Promise<BenchResult[]> {
  await sleep(SETTLE_MS);
  const first: number[] = [];
  for (const [i, job] of JOBS.entries()) {
    first.push(await hangOnce(stack, job, progress));
    // At another point of the intervals each time.
    await sleep(i * 1_300);
  }
  const again: number[] = [];
  for (let round = 0; round < ROUNDS_AGAIN; round++) again.push(await hangOnce(stack, JOBS[0], progress));
  return [
    delayResult('hung service to message, p50', median(first)),
    delayResult('hung service to message, worst', Math.max(...first)),
    { name: 'the same service again within minutes, worst', value: Math.max(...again), unit: 's' },
  ];
}

async function hangOnce(stack: WatchedStack, job: (typeof JOBS)[number], progress: Report): Promise<number> {
  const hung = { alert: 'ServiceDown', labels: { job } };
  // Until its end has been sent it fires again without a message.
  await untilOver(stack, hung);
  const pid = await stack.pid(job);
  const brokenAtMs = Date.now();
  process.kill(pid, 'SIGSTOP');
  let notifiedAtMs: number | undefined;
  try {
    while (notifiedAtMs === undefined && Date.now() - brokenAtMs < LOST_AFTER_MS) {
      await sleep(POLL_MS);
      notifiedAtMs = stack.notifiedAt(hung, brokenAtMs);
    }
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  if (notifiedAtMs === undefined) throw new Error('the message was lost');
  const seconds = (notifiedAtMs - brokenAtMs) / 1000;
  progress(`${job} hangs: notified after ${seconds.toFixed(1)} s`);
  return seconds;
}

async function untilOver(stack: WatchedStack, expected: ExpectedAlert): Promise<void> {
  const lostAtMs = Date.now() + LOST_AFTER_MS;
  while (stack.isStanding(expected)) {
    if (Date.now() > lostAtMs) throw new Error(`no message said that ${expected.alert} is over`);
    await sleep(POLL_MS);
  }
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
