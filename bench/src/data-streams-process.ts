/**
 * The bar streams of a venue, from frames that are made before they are due: every stream says something each
 * 250 ms, at a moment of its own as at the exchange, and all minutes end in one burst. What a venue takes to
 * make 400 frames is thereby neither counted as the service's nor taken from it on the machine they share
 * here, and the moment a frame left is known to the fraction of a millisecond. A process of its own: a venue
 * with a long history in memory stops now and then to tidy it up.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@platform/core';
import { type WebSocket, WebSocketServer } from 'ws';

const EVERY_MS = 250;
/** After a minute's end: the frames that end the next one are not made while these are on their way. */
const QUIET_MS = 2_000;
/** The streams take turns. */
const TURNS = 10;

interface Stream {
  readonly socket: WebSocket;
  readonly market: 'spot' | 'perp';
  readonly name: string;
  readonly symbol: string;
  readonly turn: number;
  /** What ends the minute that the stream last spoke of. */
  closing: { readonly openMs: number; readonly frame: string } | undefined;
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
await once(server, 'listening');
const streams = new Set<Stream>();
/** `market:symbol:open time` of every closing frame so far, and when it was sent, in epoch milliseconds. */
const sent: (readonly [string, number])[] = [];
server.on('connection', (socket, request) => {
  const url = new URL(request.url!, 'ws://venue');
  const names = (url.searchParams.get('streams') ?? '').split('/').filter((name) => name.includes('@kline'));
  const market = url.pathname.startsWith('/market') ? 'perp' : 'spot';
  const own = names.map((name, i): Stream => {
    const symbol = name.split('@')[0]!.toUpperCase();
    return { socket, market, name, symbol, turn: i % TURNS, closing: undefined };
  });
  for (const stream of own) streams.add(stream);
  socket.on('close', () => {
    for (const stream of own) streams.delete(stream);
  });
});

let minuteMs = currentMinute();
let turn = 0;
let turnedMs = 0;
const closeMinute = (openMs: number) => {
  for (const { socket, market, symbol, closing } of streams) {
    if (closing?.openMs !== openMs) continue;
    sent.push([`${market}:${symbol}:${openMs}`, performance.timeOrigin + performance.now()]);
    socket.send(closing.frame);
  }
};
setInterval(() => {
  const openMs = currentMinute();
  if (openMs !== minuteMs) {
    closeMinute(minuteMs);
    turnedMs = Date.now();
  }
  minuteMs = openMs;
  turn = (turn + 1) % TURNS;
  for (const stream of streams) {
    if (stream.turn !== turn) continue;
    stream.socket.send(frameOf(stream, openMs, false));
    if (stream.closing?.openMs !== openMs && Date.now() - turnedMs > QUIET_MS)
      stream.closing = { openMs, frame: frameOf(stream, openMs, true) };
  }
}, EVERY_MS / TURNS);

process.send?.({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` });
process.on('message', () => process.send?.({ sent }));
process.once('disconnect', () => process.exit(0));

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

function frameOf({ name, symbol }: Stream, openMs: number, isClosed: boolean): string {
  const prices = { o: '100.10', c: '100.20', h: '100.40', l: '99.90' };
  const volumes = { v: '12.500', q: '1251.25000', V: '6.250', Q: '625.62500' };
  const times = { t: openMs, T: openMs + MINUTE_MS - 1, f: 100, L: 200, n: 101 };
  const k = { ...times, s: symbol, i: '1m', ...prices, ...volumes, x: isClosed, B: '0' };
  return JSON.stringify({ stream: name, data: { e: 'kline', E: openMs + MINUTE_MS, s: symbol, k } });
}
