import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { LiveHub } from './live-hub';
import { liveStream } from './live-stream';
import { StreamCount } from './stream-count';

let manager: WebSocketServer;
let hub: LiveHub;

beforeEach(async () => {
  manager = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => manager.once('listening', resolve));
  const { port } = manager.address() as AddressInfo;
  hub = new LiveHub({ socketUrl: `ws://127.0.0.1:${port}`, token: 'secret' });
});
afterEach(() => {
  for (const client of manager.clients) client.terminate();
  manager.close();
});

/** A batch of messages of some size to every listener. */
function tell(bytes: number): void {
  const message = {
    channel: 'fills',
    type: 'event',
    offset: null,
    ts: 1,
    payload: { text: 'x'.repeat(bytes) },
  };
  for (const client of manager.clients) client.send(JSON.stringify({ messages: [message] }));
}

function opened(stop = new AbortController()) {
  const ended: string[] = [];
  const stream = liveStream(hub, null, stop.signal, () => ended.push('over'));
  return { stream, stop, ended };
}

describe('the live feed of a browser', () => {
  it('is never opened for one that left while its session was checked', async () => {
    const stop = new AbortController();
    stop.abort();
    const { stream, ended } = opened(stop);
    expect(ended).toEqual(['over']);
    expect(hub.listenerCount).toBe(0);
    expect((await stream.getReader().read()).done).toBe(true);
  });

  it('ends once with the request, and once with the reader', async () => {
    const first = opened();
    const second = opened();
    expect(hub.listenerCount).toBe(2);
    first.stop.abort();
    await second.stream.cancel();
    second.stop.abort();
    expect([first.ended, second.ended]).toEqual([['over'], ['over']]);
    expect(hub.listenerCount).toBe(0);
  });

  it('lets a reader go that takes nothing, instead of keeping everything for it', async () => {
    const { ended } = opened();
    await expect.poll(() => manager.clients.size).toBe(1);
    await expect
      .poll(() => {
        tell(64 * 1024);
        return ended;
      })
      .toEqual(['over']);
    expect(hub.listenerCount).toBe(0);
  });
});

it('a session has a bounded number of feeds, and each that ends makes room', () => {
  const count = new StreamCount();
  const given = Array.from({ length: 30 }, () => count.take('a'));
  const taken = given.filter((release) => release !== null);
  expect(taken).toHaveLength(20);
  expect(count.take('b')).not.toBeNull();
  taken[0]!();
  expect(count.take('a')).not.toBeNull();
  expect(count.take('a')).toBeNull();
});
