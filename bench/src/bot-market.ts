/**
 * A market for bots to be measured on: bars from a formula, a data service that serves them, and a bus that
 * carries them.
 */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { encodeWarmup, KlineColumns, WARMUP_BINARY } from '@platform/columns';
import {
  inboxPrefix,
  type Kline,
  klineMessageId,
  klineSubject,
  type WarmupRequest,
} from '@platform/contracts';
import { type Timeframe, timeframeMs } from '@platform/core';
import { ensureStream } from '@platform/service-kit';
import type { startTestNats } from '@platform/testkit';

export type BenchNats = Awaited<ReturnType<typeof startTestNats>>;

/** Saw teeth of four bars: a parabolic stop turns on nearly every one. */
export function sawteeth(count: number, firstOpenTimeMs: number, timeframe: Timeframe): Kline[] {
  return Array.from({ length: count }, (_, k) => {
    const level = (index: number) => 100 + 4 * Math.abs((index % 8) - 4);
    const [open, close] = [level(k), level(k + 1)];
    return {
      open_time: firstOpenTimeMs + k * timeframeMs(timeframe),
      open,
      close,
      high: Math.max(open, close) + 0.1,
      low: Math.min(open, close) - 0.1,
      volume: 10,
      quote_volume: 1000,
      trades: 10,
      taker_buy_volume: 5,
    };
  });
}

/** Serves POST /warmup from `bars`; `onAsked` is called when a request has arrived. */
export async function serveWarmup(bars: readonly Kline[], timeframe: Timeframe, onAsked: () => void) {
  const server = createServer((request, response) => {
    onAsked();
    void text(request).then((body) => answer(JSON.parse(body) as WarmupRequest, response));
  });
  const answer = ({ datasets }: WarmupRequest, response: ServerResponse) => {
    const results = datasets.map((dataset) => {
      const requested = 'lookback_bars' in dataset ? dataset.lookback_bars : 0;
      const rows = bars.slice(-requested);
      return {
        head: {
          kind: dataset.kind,
          symbol: 'BENCHUSDT',
          timeframe,
          requested,
          returned: rows.length,
          is_complete: rows.length === requested,
          freshness_ts: rows[rows.length - 1]!.open_time + timeframeMs(timeframe),
        },
        bars: columnsOf(rows),
      };
    });
    // As the data service answers a bot.
    response.writeHead(200, { 'content-type': WARMUP_BINARY });
    response.end(encodeWarmup(results));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function columnsOf(rows: readonly Kline[]): KlineColumns {
  const columns = new KlineColumns(rows.length);
  for (const row of rows) columns.append(row);
  return columns;
}

export async function connectBus(nats: BenchNats, service: 'data' | 'manager'): Promise<NatsConnection> {
  const authenticator = credsAuthenticator(readFileSync(nats.credsFor(service)));
  return await connect({ servers: nats.url, authenticator, inboxPrefix: inboxPrefix(service) });
}

export async function barPublisher(connection: NatsConnection): Promise<JetStreamClient> {
  await ensureStream(await jetstreamManager(connection));
  return jetstream(connection);
}

export async function publishBar(client: JetStreamClient, symbol: string, timeframe: Timeframe, bar: Kline) {
  const payload = JSON.stringify({ market: 'perp', symbol, timeframe, ...bar });
  const msgID = klineMessageId('perp', symbol, timeframe, bar.open_time);
  await client.publish(klineSubject('perp', symbol, timeframe), payload, { msgID });
}
