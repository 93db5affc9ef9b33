/**
 * 200 symbols in two markets, live: from the moment the closing frame of a minute reaches a client of the venue to the moment the bus
 * has stored the bar. This process listens to the venue as well; both clients get their frames from the same tick.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { BUS_STREAM, KLINES_SUBJECTS, type KlineMessage } from '@platform/contracts';
import { connectExchange, type Exchange, type MarketSubscription } from '@platform/exchange';
import { type DataBench, percentile } from './data-environment';
import { type BenchVenue, startData, startVenue } from './data-service';
import type { BenchResult } from './index';

const SYMBOLS = Array.from({ length: 200 }, (_, i) => `LIVE${i}USDT`);
const SERIES = SYMBOLS.length * 2;
const MINUTES = 3;
const CATCH_UP_MS = 10 * 60_000;
/** A minute that closed at the very end of the watch is still on its way. */
const SETTLE_MS = 10_000;

export async function measureLatency(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`live: ${SERIES} series catch up with a day of history`);
  const venue = await startVenue(SYMBOLS);
  const service = await startData(bench, venue, SYMBOLS);
  const exchange = listenTo(venue);
  const heard = new Map<string, number>();
  try {
    await caughtUp(bench);
    progress(`live: ${MINUTES} minutes`);
    exchange.marketStream.open(subscriptions(), (event) => {
      if (event.kind !== 'kline' || !event.isClosed) return;
      heard.set(
        `${event.market}:${event.symbol}:${event.kline.openTimeMs}`,
        performance.timeOrigin + performance.now(),
      );
    });
    await sleep((MINUTES + 0.5) * 60_000);
    const counted = new Map(heard);
    await sleep(SETTLE_MS);
    const delaysMs = await delays(bench, counted);
    const share = delaysMs.length / counted.size;
    const p99 = percentile(delaysMs, 0.99);
    return [
      {
        name: `${SERIES} live series: closed bars that reached the bus`,
        value: share,
        unit: 'share',
        aim: '1',
        met: share === 1,
      },
      { name: `closing frame to bus, ${SERIES} series, p50`, value: percentile(delaysMs, 0.5), unit: 'ms' },
      {
        name: `closing frame to bus, ${SERIES} series, p99`,
        value: p99,
        unit: 'ms',
        aim: '< 50 ms',
        met: p99 < 50,
      },
    ];
  } finally {
    await exchange.close();
    await service.end('SIGTERM');
    await venue.close();
  }
}

function listenTo(venue: BenchVenue): Exchange {
  const streams = venue.url.replace('http', 'ws');
  return connectExchange({
    urls: { futuresRest: venue.url, spotRest: venue.url, futuresStream: streams, spotStream: streams },
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  });
}

function subscriptions(): MarketSubscription[] {
  return (['spot', 'perp'] as const).flatMap((market) =>
    SYMBOLS.map((symbol) => ({ kind: 'kline', market, symbol, timeframe: '1m' }) as const),
  );
}

async function caughtUp(bench: DataBench): Promise<void> {
  const deadline = performance.now() + CATCH_UP_MS;
  while (performance.now() < deadline) {
    const { rows } = await bench.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT DISTINCT market, symbol FROM market.klines WHERE symbol LIKE 'LIVE%'
       AND timeframe = '1m' AND open_time >= $1) AS fresh`,
      [Date.now() - 150_000],
    );
    if (rows[0]!.count === SERIES) return;
    await sleep(1_000);
  }
  throw new Error('the live series did not catch up');
}

/** For every bar that was heard, how much later the bus had it. */
async function delays(bench: DataBench, heard: ReadonlyMap<string, number>): Promise<number[]> {
  const authenticator = credsAuthenticator(readFileSync(bench.nats.credsFor('bot')));
  const connection = await connect({ servers: bench.nats.url, authenticator });
  try {
    const manager = await jetstreamManager(connection);
    await manager.consumers.add(BUS_STREAM.name, {
      durable_name: 'bench-reader',
      filter_subject: KLINES_SUBJECTS,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(Math.min(...heard.values()) - 1_000).toISOString(),
    });
    const consumer = await jetstream(connection).consumers.get(BUS_STREAM.name, 'bench-reader');
    const found: number[] = [];
    let pending = (await consumer.info()).num_pending;
    while (pending > 0) {
      for await (const message of await consumer.fetch({
        max_messages: Math.min(pending, 1_000),
        expires: 5_000,
      })) {
        pending -= 1;
        const bar = message.json<KlineMessage>();
        const heardMs = heard.get(`${bar.market}:${bar.symbol}:${bar.open_time}`);
        if (bar.timeframe === '1m' && heardMs !== undefined) {
          found.push(message.info.timestampNanos / 1e6 - heardMs);
        }
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}
