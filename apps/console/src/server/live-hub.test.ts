import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { LiveHub, type Numbered } from './live-hub';

let server: WebSocketServer;
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

/** A manager that records who came and what they asked for. */
async function manager() {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const arrivals: { socket: WebSocket; token: string | undefined; asked: unknown[] }[] = [];
  server.on('connection', (socket, request) => {
    const arrival = { socket, token: request.headers.authorization, asked: [] as unknown[] };
    socket.on('message', (data) => arrival.asked.push(JSON.parse(String(data))));
    arrivals.push(arrival);
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { arrivals, hub: new LiveHub({ socketUrl: url, token: 'secret' }) };
}

function listen(hub: LiveHub) {
  const heard: Numbered[] = [];
  const links: boolean[] = [];
  hub.subscribe({ onMessage: (numbered) => heard.push(numbered), onConnection: (is) => links.push(is) });
  return { heard, links };
}

const batch = (...offsets: string[]) =>
  JSON.stringify({
    messages: offsets.map((offset) => ({ channel: 'fills', type: 'event', offset, ts: 1, payload: {} })),
  });

it('serves every browser from one connection, and catches up from the last offset after a loss', async () => {
  const { arrivals, hub } = await manager();
  const first = listen(hub);
  const second = listen(hub);
  await expect.poll(() => arrivals[0]?.asked).toHaveLength(1);
  expect(arrivals).toHaveLength(1);
  expect(arrivals[0]?.token).toBe('Bearer secret');

  arrivals[0]?.socket.send(batch('7', '8'));
  await expect.poll(() => second.heard).toHaveLength(2);
  expect(first.heard).toEqual(second.heard);
  expect(hub.missedSince(1)?.map(({ message }) => message.offset)).toEqual(['8']);
  expect(hub.missedSince(99)).toBeNull();

  arrivals[0]?.socket.terminate();
  await expect.poll(() => arrivals[1]?.asked).toHaveLength(1);
  expect(arrivals[1]?.asked[0]).toMatchObject({ action: 'subscribe', lastOffset: '8' });
  await expect.poll(() => first.links).toEqual([false, true, false, true]);
});

it('the live hub is not brought down by a frame that makes no sense', async () => {
  const { arrivals, hub } = await manager();
  const { heard } = listen(hub);
  await expect.poll(() => arrivals).toHaveLength(1);
  arrivals[0]?.socket.send('not json');
  arrivals[0]?.socket.send('{"notice":"subscribed"}');
  arrivals[0]?.socket.send(batch('1'));
  await expect.poll(() => heard).toHaveLength(1);
});
