/**
 * 200 symbols in two markets, live: from the moment the closing frame of a minute leaves the venue to the
 * moment the bus has stored the bar, and what the service takes for it. The service first catches up with an
 * hour that its table lacks: the figures are those of a process that has been at work, if not for long. Code
 * that runs once a minute takes many of them to be compiled.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { BUS_STREAM, inboxPrefix, KLINES_SUBJECTS, type KlineMessage } from '@platform/contracts';
import { barOpenTimeMs, DAY_MS, MINUTE_MS } from '@platform/core';
import pg from 'pg';
import type { BenchResult } from './benchmark';
import { type DataBench, generatedMinutes } from './data-environment';
import { startData, startReadyStreams, startVenue } from './data-service';
import { percentile } from './percentile';
import { processUse } from './process-use';

const SYMBOLS = Array.from({ length: 200 }, (_, i) => `LIVE${i}USDT`);
const SERIES = SYMBOLS.length * 2;
/** Closes that are watched: every fifth ends higher bars, too. */
const MINUTES = 6;
/** What the table lacks when the service starts. */
const OUTAGE_MINUTES = 60;
const CATCH_UP_MS = 3 * MINUTE_MS;
/** After a minute's end: its bars are still on their way. */
const SETTLE_MS = 8_000;

/** A bar on the bus: how long after its closing frame left. */
interface Delivered {
  readonly openMs: number;
  readonly delayMs: number;
}

export async function measureLive(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`live: ${SERIES} series with their history`);
  await fillHistory(bench);
  const venue = await startVenue(SYMBOLS);
  venue.giveWay();
  const streams = await startReadyStreams();
  const service = await startData(bench, { url: venue.url, streamUrl: streams.url }, SYMBOLS);
  try {
    await allLive(bench, barOpenTimeMs('1m', Date.now()));
    const before = processUse(service.process.pid!);
    const fromMs = Date.now();
    for (let minute = 1; minute <= MINUTES; minute++) {
      progress(`live: minute ${minute} of ${MINUTES}`);
      await minuteEnds();
    }
    const sent = new Map([...(await streams.sentFrames())].filter(([, sentMs]) => sentMs > fromMs));
    const after = processUse(service.process.pid!);
    const delivered = await delays(bench, sent);
    const share = delivered.length / sent.size;
    for (const line of minuteLines(delivered)) progress(line);
    return [
      {
        name: `${SERIES} live series: closed bars that reached the bus`,
        value: share,
        unit: 'share',
        aim: '1',
        met: share === 1,
      },
      ...latency(
        'minutes that close 1m bars only',
        delivered.filter(({ openMs }) => !closesMore(openMs)),
      ),
      ...latency(
        'minutes that close higher bars too',
        delivered.filter(({ openMs }) => closesMore(openMs)),
      ),
      {
        name: `data service, ${SERIES} series live: CPU`,
        value: (after.cpuSeconds - before.cpuSeconds) / (after.atSeconds - before.atSeconds),
        unit: 'cores',
      },
      { name: `data service, ${SERIES} series live: resident memory`, value: after.residentMib, unit: 'MiB' },
    ];
  } finally {
    await service.end('SIGTERM');
    await streams.close();
    await venue.close();
  }
}

/** And its bars have arrived. */
async function minuteEnds(): Promise<void> {
  const nowMs = Date.now();
  await sleep(barOpenTimeMs('1m', nowMs) + MINUTE_MS + SETTLE_MS - nowMs);
}

/** Every fifth minute brings two bars and more of each series instead of one. */
const closesMore = (openMs: number) => barOpenTimeMs('5m', openMs + MINUTE_MS) === openMs + MINUTE_MS;

/** Which minute was slow, where one was. */
function minuteLines(bars: readonly Delivered[]): string[] {
  const minutes = [...new Set(bars.map(({ openMs }) => openMs))].sort((a, b) => a - b);
  return minutes.map((minute) => {
    const delaysMs = bars.filter(({ openMs }) => openMs === minute).map(({ delayMs }) => delayMs);
    const end = new Date(minute + MINUTE_MS).toISOString().slice(11, 16);
    const [p50, p99] = [percentile(delaysMs, 0.5), percentile(delaysMs, 0.99)];
    return `live: ${end} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  });
}

/** Nothing when no such minute was watched. */
function latency(minutes: string, bars: readonly Delivered[]): BenchResult[] {
  if (bars.length === 0) return [];
  const delaysMs = bars.map(({ delayMs }) => delayMs);
  const p99 = percentile(delaysMs, 0.99);
  const name = `closing frame to bus, ${SERIES} series, ${minutes}`;
  return [
    { name: `${name}, p50`, value: percentile(delaysMs, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: p99, unit: 'ms', aim: '< 50 ms', met: p99 < 50 },
  ];
}

/** A day and more of each series, up to the hour that is missing. */
async function fillHistory({ store, adminUrl }: DataBench): Promise<void> {
  const fromMs = barOpenTimeMs('1d', Date.now()) - DAY_MS;
  const closed = Math.floor((Date.now() - fromMs) / MINUTE_MS) - OUTAGE_MINUTES;
  for (const symbol of SYMBOLS) {
    const bars = generatedMinutes(symbol, fromMs, 2).slice(0, closed);
    for (const market of ['spot', 'perp'] as const) await store.writeBulk({ market, symbol }, '1m', bars);
  }
  await settle(adminUrl);
}

/**
 * The server tidies up after a million new rows sooner or later: here before the measurement, not in the
 * middle of it.
 */
async function settle(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('VACUUM (ANALYZE) market.klines');
  await admin.query('CHECKPOINT');
  await admin.end();
}

/** Every series has the minute that was open when the service started. */
async function allLive(bench: DataBench, openMs: number): Promise<void> {
  const deadline = performance.now() + CATCH_UP_MS;
  while (performance.now() < deadline) {
    const { rows } = await bench.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT DISTINCT market, symbol FROM market.klines WHERE symbol LIKE 'LIVE%'
       AND timeframe = '1m' AND open_time >= $1) AS fresh`,
      [openMs],
    );
    if (rows[0]!.count === SERIES) return;
    await sleep(1_000);
  }
  throw new Error('the live series did not catch up');
}

/** For every closing frame that was sent, how much later the bus had its bar. */
async function delays(bench: DataBench, sent: ReadonlyMap<string, number>): Promise<Delivered[]> {
  const authenticator = credsAuthenticator(readFileSync(bench.nats.credsFor('bot')));
  const connection = await connect({
    servers: bench.nats.url,
    authenticator,
    inboxPrefix: inboxPrefix('bot'),
  });
  try {
    const manager = await jetstreamManager(connection);
    await manager.consumers.add(BUS_STREAM.name, {
      durable_name: 'bench-reader',
      filter_subject: KLINES_SUBJECTS,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(Math.min(...sent.values()) - 1_000).toISOString(),
    });
    const consumer = await jetstream(connection).consumers.get(BUS_STREAM.name, 'bench-reader');
    const found: Delivered[] = [];
    let pending = (await consumer.info()).num_pending;
    while (pending > 0) {
      for await (const message of await consumer.fetch({
        max_messages: Math.min(pending, 1_000),
        expires: 5_000,
      })) {
        pending -= 1;
        const bar = message.json<KlineMessage>();
        const sentMs = sent.get(`${bar.market}:${bar.symbol}:${bar.open_time}`);
        if (bar.timeframe === '1m' && sentMs !== undefined) {
          found.push({ openMs: bar.open_time, delayMs: message.info.timestampNanos / 1e6 - sentMs });
        }
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}
