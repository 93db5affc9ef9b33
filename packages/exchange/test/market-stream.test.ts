/** Market streams under cut, mute and rotated connections. */
import { once } from 'node:events';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { connectExchange, type MarketEvent, type StreamHandle } from '../src/index';
import { SYMBOL, startVenue, testClock, type Venue } from './venue';

let venue: Venue;
let stream: StreamHandle;
let events: MarketEvent[];

beforeAll(async () => {
  venue = await startVenue({ speed: 60 });
});
afterAll(() => venue.close());
afterEach(() => stream.close());

const KLINES = [{ kind: 'kline', market: 'perp', symbol: SYMBOL, timeframe: '1m' }] as const;
const gaps = () => events.filter((event) => event.kind === 'gap');
const closedBars = () =>
  events.flatMap((event) => (event.kind === 'kline' && event.isClosed ? [event.kline.open_time] : []));

function open(streams = {}): void {
  events = [];
  stream = venue.connect({ streams }).marketStream.open(KLINES, (event) => events.push(event));
}

describe('klines by stream', () => {
  it('closed bars arrive one minute apart and equal to what a request returns', async () => {
    open();
    await eventually(() => expect(closedBars().length).toBeGreaterThanOrEqual(3));
    const bars = closedBars();
    expect(bars).toEqual(bars.map((_, i) => bars[0]! + i * 60_000));
    const byRequest = await venue
      .connect()
      .marketData.klines('perp', SYMBOL, '1m', { fromMs: bars[0]!, limit: 1 });
    const byStream = events.find((event) => event.kind === 'kline' && event.isClosed);
    expect(byRequest).toMatchObject({ kind: 'ok', value: [(byStream as { kline: unknown }).kline] });
  });

  it('a cut connection subscribes to everything again and says gap for it', async () => {
    open();
    await eventually(() => expect(closedBars().length).toBeGreaterThanOrEqual(1));
    venue.sim.admin.disconnect('market');
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    expect(gaps()[1]).toMatchObject({ subscriptions: KLINES });
    const heard = closedBars().length;
    await eventually(() => expect(closedBars().length).toBeGreaterThan(heard));
  });

  it('a connection is replaced before its time limit', async () => {
    open({ rotateAfterMs: 500 });
    await eventually(() => expect(gaps().length).toBeGreaterThanOrEqual(2));
    expect(gaps()[1]).toMatchObject({ reason: 'rotated before the time limit' });
  });
});

it('a mute stream and a frame that is not an event are both reported to the listener', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.send('{"stream":"x","data":{"e":"kline","k":{}}}'));
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const url = `ws://127.0.0.1:${port}`;
  const exchange = connectExchange({
    urls: { futuresRest: venue.sim.url, spotRest: venue.sim.url, futuresStream: url, spotStream: url },
    clock: testClock,
    streams: { muteAfterMs: 300, heartbeatMs: 2_000 },
  });
  events = [];
  stream = exchange.marketStream.open(KLINES, (event) => events.push(event));
  await eventually(() => expect(events).toContainEqual({ kind: 'down', reason: 'mute stream' }));
  await eventually(() => events.some((event) => event.kind === 'unreadable'));
  await exchange.close();
  await new Promise((resolve) => server.close(resolve));
});
