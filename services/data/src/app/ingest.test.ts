import { KlineColumns } from '@platform/columns';
import type { Kline, KlineMessage } from '@platform/contracts';
import { MINUTE_MS, type Timeframe } from '@platform/core';
import { systemTime } from '@platform/service-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { Ingest } from './ingest';
import type { IngestEvents } from './ingest-parts';
import type { KlineStore, Series, VenueKlines } from './ports';

const SERIES: Series = { market: 'perp', symbol: 'BTCUSDT' };
const START_MS = Date.UTC(2026, 0, 5);
const at = (minute: number) => START_MS + minute * MINUTE_MS;

function bar(minute: number, close = 100 + minute): Kline {
  return {
    open_time: at(minute),
    open: 100,
    high: 1_000,
    low: 50,
    close,
    volume: 1,
    quote_volume: 100,
    trades: 1,
    taker_buy_volume: 0.5,
  };
}

/** The table's rules in memory: a bar once, the same again changes nothing, a different one revises it. */
class MemoryStore implements KlineStore {
  readonly bars = new Map<string, KlineMessage>();
  failWrites = 0;
  /** The next write that has such a bar fails. */
  failOn: Timeframe | undefined;
  onWrite: () => void = () => undefined;
  /** The time frames of each write. */
  readonly writes: Timeframe[][] = [];

  async writeLive(bars: readonly KlineMessage[]): Promise<readonly KlineMessage[]> {
    const timeframes = bars.map(({ timeframe }) => timeframe);
    if (this.failOn !== undefined && timeframes.includes(this.failOn)) {
      this.failOn = undefined;
      throw new Error('the database is away');
    }
    if (this.failWrites > 0) {
      this.failWrites -= 1;
      throw new Error('the database is away');
    }
    this.writes.push(timeframes);
    this.onWrite();
    const fresh = bars.filter(
      (given) => JSON.stringify(this.bars.get(keyOf(given))) !== JSON.stringify(given),
    );
    for (const given of fresh) this.bars.set(keyOf(given), given);
    return fresh;
  }

  async writeBulk(): Promise<number> {
    throw new Error('not here');
  }

  async newestMinuteMs(): Promise<number | null> {
    const times = this.times('1m');
    return times.at(-1) ?? null;
  }

  async read(_series: Series, timeframe: Timeframe, fromMs: number, toMs: number): Promise<KlineColumns> {
    const columns = new KlineColumns();
    for (const time of this.times(timeframe)) {
      if (time >= fromMs && time < toMs) columns.append(this.bars.get(`${timeframe}:${time}`)!);
    }
    return columns;
  }

  readForward = this.read;

  times(timeframe: Timeframe): number[] {
    return [...this.bars.values()]
      .filter((given) => given.timeframe === timeframe)
      .map((given) => given.open_time)
      .sort((a, b) => a - b);
  }
}

const keyOf = ({ timeframe, open_time }: KlineMessage) => `${timeframe}:${open_time}`;

interface Scene {
  readonly store: MemoryStore;
  readonly published: KlineMessage[];
  readonly asked: [number, number][];
  readonly holes: [number, number][];
  readonly dropped: string[];
  readonly ingest: Ingest;
  /** What REST would answer. */
  readonly atVenue: Map<number, Kline>;
  now: number;
  settled(): Promise<void>;
}

const open: { stop: AbortController; ingest: Ingest }[] = [];
afterEach(async () => {
  for (const { stop, ingest } of open.splice(0)) {
    stop.abort();
    await ingest.close();
  }
});

/** A venue that has closed the given minutes, and a database that holds the first of them. */
async function scene(closedMinutes: number): Promise<Scene> {
  const stop = new AbortController();
  const store = new MemoryStore();
  await store.writeLive([{ ...SERIES, timeframe: '1m', ...bar(0) }]);
  const atVenue = new Map(Array.from({ length: closedMinutes }, (_, i) => [at(i), bar(i)]));
  const scene = {
    store,
    published: [],
    asked: [],
    holes: [],
    dropped: [],
    atVenue,
    now: at(closedMinutes) + 3_000,
  } as unknown as {
    -readonly [K in keyof Scene]: Scene[K];
  };
  const venue: VenueKlines = {
    nowMs: () => scene.now,
    minutes: async (_series, fromMs, toMs) => {
      scene.asked.push([fromMs, toMs]);
      const found = [...scene.atVenue.values()].filter(
        ({ open_time }) => open_time >= fromMs && open_time <= toMs,
      );
      return { kind: 'ok', value: found.slice(0, 500) };
    },
  };
  const nothing = () => undefined;
  const events: IngestEvents = {
    onWritten: nothing,
    onWriteFailed: nothing,
    onRepairFailed: nothing,
    onRepaired: nothing,
    onDropped: (reason) => scene.dropped.push(reason),
    onHole: (_series, fromMs, toMs) => scene.holes.push([fromMs, toMs]),
  };
  scene.ingest = new Ingest([SERIES], {
    store,
    venue,
    publisher: { enqueue: (bars) => scene.published.push(...bars) },
    written: { appended: nothing, changed: nothing },
    events,
    signal: stop.signal,
    guard: (_part, work) => work,
    time: systemTime,
  });
  scene.settled = async () => {
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    await scene.ingest.written();
  };
  open.push({ stop, ingest: scene.ingest });
  scene.ingest.repairAll();
  await scene.settled();
  return scene;
}

const minutes = (messages: readonly KlineMessage[]) =>
  messages
    .filter(({ timeframe }) => timeframe === '1m')
    .map(({ open_time }) => (open_time - START_MS) / MINUTE_MS);

describe('live ingest', () => {
  it('fills from REST what the database lacks, then publishes in order', async () => {
    const { published } = await scene(7);
    expect(minutes(published)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(published.filter(({ timeframe }) => timeframe === '5m').map(({ open_time }) => open_time)).toEqual(
      [at(0)],
    );
  });

  it('holds back later bars until the hole before them is filled', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(6) + 3_000;
    live.ingest.accept(SERIES, bar(5));
    live.ingest.accept(SERIES, bar(4));
    await live.settled();
    expect(minutes(live.published)).toEqual([]);
    live.atVenue.set(at(3), bar(3));
    await expect.poll(() => minutes(live.published)).toEqual([3, 4, 5]);
  });

  it('is not changed by duplicates and reorderings', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(6) + 3_000;
    for (const i of [3, 4, 5]) live.atVenue.set(at(i), bar(i));
    for (const i of [4, 3, 3, 5, 4, 2, 5]) live.ingest.accept(SERIES, bar(i));
    await live.settled();
    expect(minutes(live.published)).toEqual([3, 4, 5]);
    expect(live.store.times('1m')).toEqual([0, 1, 2, 3, 4, 5].map(at));
  });

  it('revises a closed bar that comes again with other values, and the bars made of it', async () => {
    const live = await scene(6);
    live.atVenue.set(at(4), bar(4, 77));
    live.ingest.accept(SERIES, bar(4, 77));
    await live.settled();
    expect(live.store.bars.get(`1m:${at(4)}`)).toMatchObject({ close: 77 });
    expect(live.store.bars.get(`5m:${at(0)}`)).toMatchObject({ close: 77 });
  });

  it('loses nothing to a failed write: the bars are read again', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(5) + 3_000;
    for (const i of [3, 4]) live.atVenue.set(at(i), bar(i));
    live.store.failWrites = 1;
    live.ingest.accept(SERIES, bar(3));
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => minutes(live.published)).toEqual([3, 4]);
  });

  it('writes and publishes the minutes of all before the higher bars that they complete', async () => {
    const live = await scene(4);
    live.published.length = 0;
    live.now = at(5) + 3_000;
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => live.published.map(({ timeframe }) => timeframe)).toEqual(['1m', '5m']);
    expect(live.store.writes.slice(-2)).toEqual([['1m'], ['5m']]);
  });

  it('writes higher bars before a later minute of their series', async () => {
    const live = await scene(4);
    live.now = at(6) + 3_000;
    live.store.writes.length = 0;
    live.store.onWrite = () => {
      live.store.onWrite = () => undefined;
      queueMicrotask(() => live.ingest.accept(SERIES, bar(5)));
    };
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => live.store.times('1m').at(-1)).toBe(at(5));
    expect(live.store.writes).toEqual([['1m'], ['5m'], ['1m']]);
  });

  it('writes a minute that comes while the one before it is written, though that completes no higher bar', async () => {
    const live = await scene(1);
    live.now = at(3) + 3_000;
    live.store.onWrite = () => {
      live.store.onWrite = () => undefined;
      queueMicrotask(() => live.ingest.accept(SERIES, bar(2)));
    };
    live.ingest.accept(SERIES, bar(1));
    await expect.poll(() => live.store.times('1m').at(-1)).toBe(at(2));
  });

  it('writes what the newest minute in the table completes when it goes on from there', async () => {
    const live = await scene(5);
    live.store.bars.delete(`5m:${at(0)}`);
    live.published.length = 0;
    live.ingest.reload(SERIES);
    await expect.poll(() => live.published.map(keyOf)).toEqual([`5m:${at(0)}`]);
    expect(live.store.times('5m')).toEqual([at(0)]);
  });

  it('loses no higher bar to a failed write', async () => {
    const live = await scene(4);
    live.published.length = 0;
    live.now = at(5) + 3_000;
    live.store.failOn = '5m';
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => live.store.times('5m')).toEqual([at(0)]);
    expect(live.store.times('1m')).toEqual([0, 1, 2, 3, 4].map(at));
    expect(live.published.map(({ timeframe }) => timeframe)).toEqual(['1m', '5m']);
  });

  it('goes on after minutes that the venue itself does not have, and says which', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(6) + 3_000;
    for (const i of [4, 5]) live.atVenue.set(at(i), bar(i));
    live.ingest.accept(SERIES, bar(5));
    await expect.poll(() => minutes(live.published)).toEqual([4, 5]);
    expect(live.holes).toEqual([[at(3), at(4)]]);
    expect(live.store.times('5m')).toEqual([]);
  });

  it('drops bars that cannot be: from the future, inverted, not a number', async () => {
    const live = await scene(3);
    live.ingest.accept(SERIES, bar(600));
    live.ingest.accept(SERIES, { ...bar(3), low: 2_000 });
    live.ingest.accept(SERIES, { ...bar(3), close: Number.NaN });
    await live.settled();
    expect(live.dropped).toHaveLength(3);
    expect(live.store.times('1m')).toEqual([0, 1, 2].map(at));
  });
});
