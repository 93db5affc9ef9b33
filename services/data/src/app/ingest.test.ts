import { KlineColumns } from '@platform/columns';
import type { Kline, KlineMessage } from '@platform/contracts';
import { MINUTE_MS, type Timeframe } from '@platform/core';
import { systemChance, systemTime } from '@platform/service-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { Ingest } from './ingest';
import type { IngestEvents } from './ingest-parts';
import type { BarStore, ExchangeMinutes, Series } from './ports';

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
class MemoryStore implements BarStore {
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
  readonly atExchange: Map<number, Kline>;
  now: number;
  /** How many requests are open at the exchange, and how many were at most. */
  asking: number;
  mostAsking: number;
  /** How far our idea of the exchange's time is behind until it is asked. */
  behind: number;
  /** What was reported of the stream. */
  readonly heard: string[];
  settled(): Promise<void>;
}

const open: { stop: AbortController; ingest: Ingest }[] = [];
afterEach(async () => {
  for (const { stop, ingest } of open.splice(0)) {
    stop.abort();
    await ingest.close();
  }
});

/** What an exchange answers of other series, which want repairs before the one of the scene. */
interface Others {
  readonly series: readonly Series[];
  readonly answer: () => Awaited<ReturnType<ExchangeMinutes['minutes']>>;
}

const NO_OTHERS: Others = { series: [], answer: () => ({ kind: 'ok', value: [] }) };

/** An exchange that has closed the given minutes, and a database that holds the first of them. */
async function scene(closedMinutes: number, others = NO_OTHERS, time = systemTime): Promise<Scene> {
  const stop = new AbortController();
  const store = new MemoryStore();
  await store.writeLive([{ ...SERIES, timeframe: '1m', ...bar(0) }]);
  const atExchange = new Map(Array.from({ length: closedMinutes }, (_, i) => [at(i), bar(i)]));
  const scene = {
    store,
    published: [],
    asked: [],
    holes: [],
    dropped: [],
    atExchange,
    now: at(closedMinutes) + 3_000,
    asking: 0,
    mostAsking: 0,
    behind: 0,
    heard: [],
  } as unknown as {
    -readonly [K in keyof Scene]: Scene[K];
  };
  const exchange: ExchangeMinutes = {
    nowMs: () => scene.now,
    resync: async () => {
      scene.now += scene.behind;
      scene.behind = 0;
    },
    minutes: async (series, fromMs, toMs) => {
      scene.asking += 1;
      scene.mostAsking = Math.max(scene.mostAsking, scene.asking);
      await new Promise<void>((resolve) => setImmediate(resolve));
      scene.asking -= 1;
      if (series.symbol !== SERIES.symbol) return others.answer();
      scene.asked.push([fromMs, toMs]);
      const found = [...scene.atExchange.values()].filter(
        ({ open_time }) => open_time >= fromMs && open_time <= toMs,
      );
      return { kind: 'ok', value: found.slice(0, 500) };
    },
  };
  const nothing = () => undefined;
  const events: IngestEvents = {
    onWritten: nothing,
    onWriteFailed: nothing,
    onDown: (reason) => scene.heard.push(`down: ${reason}`),
    onUnreadable: (reason) => scene.heard.push(`unreadable: ${reason}`),
    onRepairFailed: nothing,
    onRepaired: nothing,
    onDropped: (reason) => scene.dropped.push(reason),
    onHole: (_series, fromMs, toMs) => scene.holes.push([fromMs, toMs]),
  };
  scene.ingest = new Ingest([...others.series, SERIES], {
    store,
    exchange,
    publish: (bars) => scene.published.push(...bars),
    written: { appended: nothing, changed: nothing },
    events,
    signal: stop.signal,
    guard: (_part, work) => work,
    time,
    chance: systemChance,
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
  it('live ingest fills from REST what the database lacks, then publishes in order', async () => {
    const { published } = await scene(7);
    expect(minutes(published)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(published.filter(({ timeframe }) => timeframe === '5m').map(({ open_time }) => open_time)).toEqual(
      [at(0)],
    );
  });

  it('live ingest takes from the stream the minutes that have closed, and reports its faults', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(4) + 3_000;
    const frame = { kind: 'kline', ...SERIES, timeframe: '1m', kline: bar(3) } as const;
    await live.ingest.hear({ ...frame, isClosed: false });
    await live.settled();
    expect(minutes(live.published)).toEqual([]);
    await live.ingest.hear({ ...frame, isClosed: true });
    await live.ingest.hear({ kind: 'down', reason: 'closed by the exchange' });
    await live.ingest.hear({ kind: 'unreadable', reason: 'no frame' });
    await live.settled();
    expect(minutes(live.published)).toEqual([3]);
    expect(live.heard).toEqual(['down: closed by the exchange', 'unreadable: no frame']);
  });

  it('live ingest reads what the stream may have missed, by the time that the exchange gives then', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.atExchange.set(at(3), bar(3));
    live.behind = MINUTE_MS;
    const subscription = { kind: 'kline', ...SERIES, timeframe: '1m' } as const;
    await live.ingest.hear({ kind: 'gap', reason: 'reconnected', subscriptions: [subscription] });
    await expect.poll(() => minutes(live.published)).toEqual([3]);
  });

  it('live ingest holds back later bars until the hole before them is filled', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(6) + 3_000;
    live.ingest.accept(SERIES, bar(5));
    live.ingest.accept(SERIES, bar(4));
    await live.settled();
    expect(minutes(live.published)).toEqual([]);
    live.atExchange.set(at(3), bar(3));
    await expect.poll(() => minutes(live.published)).toEqual([3, 4, 5]);
  });

  it('live ingest is not changed by duplicates and reorderings', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(6) + 3_000;
    for (const i of [3, 4, 5]) live.atExchange.set(at(i), bar(i));
    for (const i of [4, 3, 3, 5, 4, 2, 5]) live.ingest.accept(SERIES, bar(i));
    await live.settled();
    expect(minutes(live.published)).toEqual([3, 4, 5]);
    expect(live.store.times('1m')).toEqual([0, 1, 2, 3, 4, 5].map(at));
  });

  it('live ingest revises a closed bar that comes again with other values, and the bars made of it', async () => {
    const live = await scene(6);
    live.atExchange.set(at(4), bar(4, 77));
    live.ingest.accept(SERIES, bar(4, 77));
    await live.settled();
    expect(live.store.bars.get(`1m:${at(4)}`)).toMatchObject({ close: 77 });
    expect(live.store.bars.get(`5m:${at(0)}`)).toMatchObject({ close: 77 });
  });

  it('live ingest loses nothing to a failed write: the bars are read again', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(5) + 3_000;
    for (const i of [3, 4]) live.atExchange.set(at(i), bar(i));
    live.store.failWrites = 1;
    live.ingest.accept(SERIES, bar(3));
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => minutes(live.published)).toEqual([3, 4]);
  });

  it('live ingest writes and publishes the minutes of all before the higher bars that they complete', async () => {
    const live = await scene(4);
    live.published.length = 0;
    live.now = at(5) + 3_000;
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => live.published.map(({ timeframe }) => timeframe)).toEqual(['1m', '5m']);
    expect(live.store.writes.slice(-2)).toEqual([['1m'], ['5m']]);
  });

  it('live ingest writes higher bars before a later minute of their series', async () => {
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

  it('live ingest writes a minute that comes during a write, though that completes no higher bar', async () => {
    const live = await scene(1);
    live.now = at(3) + 3_000;
    live.store.onWrite = () => {
      live.store.onWrite = () => undefined;
      queueMicrotask(() => live.ingest.accept(SERIES, bar(2)));
    };
    live.ingest.accept(SERIES, bar(1));
    await expect.poll(() => live.store.times('1m').at(-1)).toBe(at(2));
  });

  it('live ingest writes what the newest minute in the table completes when it goes on from there', async () => {
    const live = await scene(5);
    live.store.bars.delete(`5m:${at(0)}`);
    live.published.length = 0;
    live.ingest.reload(SERIES);
    await expect.poll(() => live.published.map(keyOf)).toEqual([`5m:${at(0)}`]);
    expect(live.store.times('5m')).toEqual([at(0)]);
  });

  it('live ingest loses no higher bar to a failed write', async () => {
    const live = await scene(4);
    live.published.length = 0;
    live.now = at(5) + 3_000;
    live.store.failOn = '5m';
    live.ingest.accept(SERIES, bar(4));
    await expect.poll(() => live.store.times('5m')).toEqual([at(0)]);
    expect(live.store.times('1m')).toEqual([0, 1, 2, 3, 4].map(at));
    expect(live.published.map(({ timeframe }) => timeframe)).toEqual(['1m', '5m']);
  });

  it('live ingest goes on after minutes that the exchange itself does not have, and says which', async () => {
    const live = await scene(3);
    live.published.length = 0;
    live.now = at(6) + 3_000;
    for (const i of [4, 5]) live.atExchange.set(at(i), bar(i));
    live.ingest.accept(SERIES, bar(5));
    await expect.poll(() => minutes(live.published)).toEqual([4, 5]);
    expect(live.holes).toEqual([[at(3), at(4)]]);
    expect(live.store.times('5m')).toEqual([]);
  });

  const otherSeries = (count: number) =>
    Array.from({ length: count }, (_, i): Series => ({ market: 'perp', symbol: `DEAD${i}USDT` }));

  it.each<[string, Others['answer']]>([
    ['has no minute', () => ({ kind: 'ok', value: [] })],
    ['says that there is no such symbol', () => ({ kind: 'failed', message: '-1121', isRetryable: false })],
    ['wants no request for an hour', () => ({ kind: 'wait', waitMs: 3_600_000 })],
  ])('live ingest fills a series while six others wait of which the exchange %s', async (_, answer) => {
    const live = await scene(7, { series: otherSeries(6), answer });
    await expect.poll(() => minutes(live.published)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('live ingest asks for six series at once and no more, also when many come back from a wait together', async () => {
    let waits = 0;
    const wait = async () => {
      waits += 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
    };
    const others: Others = { series: otherSeries(20), answer: () => ({ kind: 'ok', value: [] }) };
    const live = await scene(7, others, { ...systemTime, wait });
    await expect.poll(() => waits).toBeGreaterThan(100);
    expect(live.mostAsking).toBe(6);
  });

  it('live ingest drops bars that cannot be: from the future, inverted, not a number', async () => {
    const live = await scene(3);
    live.ingest.accept(SERIES, bar(600));
    live.ingest.accept(SERIES, { ...bar(3), low: 2_000 });
    live.ingest.accept(SERIES, { ...bar(3), close: Number.NaN });
    await live.settled();
    expect(live.dropped).toHaveLength(3);
    expect(live.store.times('1m')).toEqual([0, 1, 2].map(at));
  });
});
