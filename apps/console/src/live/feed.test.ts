import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { managerKey } from '../manager/use-manager';
import { openFeed } from './feed';

const READ_TAKES_MS = 700;

/** A feed that says what the test says. */
class ScriptedSource extends EventTarget {
  static readonly CLOSED = 2;
  static latest: ScriptedSource;
  readonly readyState = 1;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    ScriptedSource.latest = this;
  }

  close(): void {}

  says(channel: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ channel }) }));
  }
}

describe('a live feed with more messages than reads can follow', () => {
  let queries: QueryClient;
  let leave: () => void;
  let started: number;

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', ScriptedSource);
    queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    started = 0;
    const observer = new QueryObserver(queries, {
      queryKey: managerKey('/bff/bots'),
      queryFn: ({ signal }) => slowRead(signal),
    });
    const stopLooking = observer.subscribe(() => {});
    const close = openFeed(queries, new Map(), () => {});
    leave = () => {
      close();
      stopLooking();
      queries.clear();
    };
    await vi.advanceTimersByTimeAsync(READ_TAKES_MS);
  });
  afterEach(() => {
    leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function slowRead(signal: AbortSignal): Promise<number> {
    started += 1;
    const answer = started;
    return new Promise((resolve, reject) => {
      const answered = setTimeout(resolve, READ_TAKES_MS, answer);
      signal.addEventListener('abort', () => {
        clearTimeout(answered);
        reject(signal.reason);
      });
    });
  }

  const shown = () => queries.getQueryData<number>(managerKey('/bff/bots'));

  it('a busy live feed still renews what is shown: a read that is under way is never cancelled', async () => {
    const first = shown()!;
    for (let passedMs = 0; passedMs < 3_000; passedMs += 200) {
      ScriptedSource.latest.says('bot_events');
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(shown()).toBeGreaterThan(first);
    // None was begun in vain.
    await vi.advanceTimersByTimeAsync(READ_TAKES_MS * 3);
    expect(shown()).toBe(started);
  });

  it('a busy live feed reads once more after a message that came during a read, and then no more', async () => {
    ScriptedSource.latest.says('bot_events');
    await vi.advanceTimersByTimeAsync(500);
    const underWay = started;
    ScriptedSource.latest.says('bot_events');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(started).toBe(underWay + 1);
    expect(shown()).toBe(started);
  });
});
