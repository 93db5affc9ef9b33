import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  it('a live feed is never opened for a browser that left while its session was checked', async () => {
    const stop = new AbortController();
    stop.abort();
    const { stream, ended } = opened(stop);
    expect(ended).toEqual(['over']);
    expect(hub.listenerCount).toBe(0);
    expect((await stream.getReader().read()).done).toBe(true);
  });

  it('the live feed of a browser ends once with the request, and once with the reader', async () => {
    const first = opened();
    const second = opened();
    expect(hub.listenerCount).toBe(2);
    first.stop.abort();
    await second.stream.cancel();
    second.stop.abort();
    expect([first.ended, second.ended]).toEqual([['over'], ['over']]);
    expect(hub.listenerCount).toBe(0);
  });

  it('the live feed of a browser lets a reader go that takes nothing, instead of keeping everything for it', async () => {
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

it('a reader that missed more than is kept for it is let go, and no timer stays behind', () => {
  vi.useFakeTimers();
  try {
    const message = { channel: 'fills', payload: 'x'.repeat(4_000) } as never;
    const missed = Array.from({ length: 900 }, (_, sequence) => ({ sequence, message }));
    const ended: string[] = [];
    let listeners = 0;
    const full = {
      epoch: 'e',
      newest: 900,
      missedSince: () => missed,
      subscribe: () => {
        listeners += 1;
        return () => (listeners -= 1);
      },
    } as unknown as LiveHub;
    liveStream(full, 'e:0', new AbortController().signal, () => ended.push('over'));
    expect(ended).toEqual(['over']);
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners).toBe(0);
  } finally {
    vi.useRealTimers();
  }
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
