/**
 * The live loop on a real bus and database: what arrives, in whatever order, leads to the decisions of a
 * backtest and no others.
 */
import { type Bar, barOpenTimeMs, HOUR_MS } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BarFeed } from './support/bars';
import { DataServer } from './support/data-server';
import { decidedBars, eventsOf, intentsOf, metric, startBot, untilReady } from './support/live-bot';
import { seriesOf, swingingBars } from './support/market';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

const STRATEGY = 'ewmac';
const PARAMS = { fast: 4, slow: 12, vol_span: 10 };
const LIVE_BARS = 60;

const strategy = findStrategy(STRATEGY)!;
const parsed = strategy.parse(PARAMS);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
const params = parsed.value;
const warmupBars = strategy.warmupBars(params, '1h');

const newestClosedMs = barOpenTimeMs('1h', Date.now()) - HOUR_MS;
const market = swingingBars(warmupBars + LIVE_BARS, newestClosedMs + LIVE_BARS * HOUR_MS, '1h');
const history = market.slice(0, warmupBars);
const live = market.slice(warmupBars);

const surroundings = useSurroundings();
const data = new DataServer();
let feed: BarFeed;

beforeAll(async () => {
  await data.start();
  feed = await BarFeed.connect(surroundings().nats);
});
afterAll(async () => {
  await feed?.close();
  await data.close();
});

let pairs = 0;
function bot(more: Record<string, string> = {}) {
  pairs += 1;
  const [botId, symbol] = [newBotId(), `LIVE${pairs}USDT`];
  data.bars = [...history];
  data.mood = 'well';
  data.held = Promise.resolve();
  const env = botEnvironment(surroundings(), botId, {
    PLATFORM_BOT_SYMBOL: symbol,
    PLATFORM_BOT_STRATEGY: STRATEGY,
    PLATFORM_BOT_PARAMS: JSON.stringify(PARAMS),
    PLATFORM_DATA_BASE_URL: data.url,
    ...more,
  });
  const publish = (bar: Bar, revision?: string) => feed.publish(symbol, '1h', bar, revision);
  const decided = () => decidedBars(surroundings().owner, botId);
  const untilDecided = (bar: Bar) => eventually(async () => (await decided()).at(-1) === bar.openTimeMs);
  const intents = () => intentsOf(surroundings().owner, botId);
  return { botId, symbol, env, publish, decided, untilDecided, intents };
}

/**
 * What a backtest signals over the warm-up and these bars; the bot is warmed up with all but the first bar of
 * the history.
 */
function expectedSides(bars: readonly Bar[]): [number, string][] {
  const input = { strategy, params, symbol: 'BTCUSDT', timeframe: '1h' } as const;
  const series = { bars: seriesOf([...history.slice(1), ...bars]) };
  const { signals } = runBacktest({ ...input, market: series, settings: defaultSettings('BTCUSDT') });
  return signals.map((signal) => [signal.openTimeMs, signal.side]);
}

async function signalSides(botId: string): Promise<[number, string][]> {
  const { rows } = await surroundings().owner.query<{ bar_open_time: string; side: string }>(
    `SELECT bar_open_time, signal ->> 'side' AS side FROM trading.bar_decisions
     WHERE bot_id = $1 AND signal IS NOT NULL ORDER BY bar_open_time`,
    [botId],
  );
  return rows.map((row) => [Number(row.bar_open_time), row.side]);
}

const sides = (rows: readonly { bar_open_time: string | null; side: string }[]) =>
  rows.map((row) => [Number(row.bar_open_time), row.side]);

it('a bot announces its warm-up once, is ready only then, and decides as the backtest does', async () => {
  const subject = bot();
  const manager = await BarFeed.connect(surroundings().nats, 'manager');
  const announced = await manager.warmups(subject.botId);
  let letGo = () => {};
  data.held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const handle = await startBot(subject.env);
  try {
    expect((await fetch(`${handle.url}/readyz`)).status).toBe(503);
    letGo();
    await untilReady(handle);
    await eventually(() => announced.length > 0);
    for (const bar of live) await subject.publish(bar);
    await subject.untilDecided(live.at(-1)!);
    expect(await subject.decided()).toEqual(live.map((bar) => bar.openTimeMs));
    const intents = await subject.intents();
    expect(sides(intents)).toEqual(expectedSides(live));
    expect(intents.length).toBeGreaterThan(2);
    for (const intent of intents.filter(({ side }) => side !== 'flat')) {
      expect(Number(intent.qty)).toBeGreaterThan(0);
      expect(Number(intent.sl)).toBeGreaterThan(0);
    }
    expect(announced).toEqual([
      expect.objectContaining({ status: 'ready', datasets_served: ['perp_klines'], warnings: [] }),
    ]);
    expect(await metric(handle, 'platform_bot_intents_emitted_total')).toBe(intents.length);
    expect(await metric(handle, 'platform_bot_candles_processed_total')).toBe(live.length);
    expect(await metric(handle, 'platform_bot_lease_state{state="held"}')).toBe(1);
    expect(
      Date.now() / 1000 - (await metric(handle, 'platform_bot_lease_liveness_last_ok_seconds')),
    ).toBeLessThan(90);
  } finally {
    await handle.close();
    await manager.close();
  }
});

it('a bot fills a gap before it decides; late, repeated and revised bars change nothing', async () => {
  const subject = bot();
  const handle = await startBot(subject.env);
  try {
    await untilReady(handle);
    await subject.publish(live[0]!);
    await subject.publish(live[1]!);
    await subject.untilDecided(live[1]!);
    // The data service does not have the missing bars yet: nothing may be decided across the gap.
    await subject.publish(live[5]!);
    await eventually(
      async () => (await metric(handle, 'platform_bot_candles_skipped_total{reason="gap"}')) === 1,
    );
    expect(await subject.decided()).toHaveLength(2);
    data.bars = [...history, ...live.slice(0, 5)];
    await subject.untilDecided(live[5]!);
    await subject.publish(live[2]!);
    await subject.publish({ ...live[4]!, close: live[4]!.high, volume: 99 }, ':revised');
    for (const bar of live.slice(6)) await subject.publish(bar);
    await subject.untilDecided(live.at(-1)!);
    expect(await subject.decided()).toEqual(live.map((bar) => bar.openTimeMs));
    expect(sides(await subject.intents())).toEqual(expectedSides(live));
    expect(await metric(handle, 'platform_bot_candles_skipped_total{reason="revised"}')).toBe(1);
    expect(await metric(handle, 'platform_bot_candles_skipped_total{reason="duplicate"}')).toBe(1);
  } finally {
    await handle.close();
  }
});

it('a bot goes on without the data service, and after a restart catches up on what it missed', async () => {
  const subject = bot();
  const first = await startBot(subject.env);
  try {
    await untilReady(first);
    data.mood = 'unavailable';
    for (const bar of live.slice(0, 20)) await subject.publish(bar);
    await subject.untilDecided(live[19]!);
  } finally {
    await first.close();
  }
  data.mood = 'well';
  data.bars = market.slice(0, warmupBars + 50);
  const nowMs = live[49]!.openTimeMs + 1.5 * HOUR_MS;
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  const second = await startBot(subject.env);
  try {
    await untilReady(second);
    await subject.untilDecided(live[49]!);
    for (const bar of live.slice(50)) await subject.publish(bar);
    await subject.untilDecided(live.at(-1)!);
    expect(await signalSides(subject.botId)).toEqual(expectedSides(live));
    // Entries of bars that the market has left behind are decided but not made; exits are.
    const isStale = (openTimeMs: number) =>
      openTimeMs > live[19]!.openTimeMs && nowMs - openTimeMs > 2 * HOUR_MS;
    const missed = expectedSides(live).filter(([openTimeMs]) => isStale(openTimeMs));
    expect(missed.length).toBeGreaterThan(0);
    const intents = await subject.intents();
    const late = intents.filter((intent) => isStale(Number(intent.bar_open_time)));
    expect(late.filter((intent) => intent.side !== 'flat')).toEqual([]);
    expect([...new Set(intents.map((intent) => intent.fence))]).toEqual(['1', '2']);
  } finally {
    vi.useRealTimers();
    await second.close();
  }
});

it('a bot asks again for a missed exit, at every bar and after a restart, and never for an entry', async () => {
  const subject = bot();
  const { owner } = surroundings();
  const decide = (outcome: string) =>
    owner.query(
      `UPDATE trading.order_intents SET outcome = $2::trading.intent_outcome, outcome_reason = 'a test', outcome_at = now()
         WHERE bot_id = $1 AND outcome IS NULL`,
      [subject.botId, outcome],
    );
  const hold = (quantity: number) =>
    owner.query(
      `INSERT INTO trading.positions AS held (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', $1, $2, $3, 100)
         ON CONFLICT ON CONSTRAINT positions_one_per_bot DO UPDATE SET qty = excluded.qty`,
      [subject.symbol, subject.botId, quantity],
    );
  const newest = async () => (await subject.intents()).at(-1)!;
  // An exit or a flip with a few quiet bars behind it.
  const signals = expectedSides(live);
  const exits = signals.filter(([openTimeMs], index) => {
    const quietMs = (signals[index + 1]?.[0] ?? Infinity) - openTimeMs;
    return index > 0 && signals[index - 1]![1] !== 'flat' && quietMs > 5 * HOUR_MS;
  });
  const [exitMs] = exits[0]!;
  const before = signals.findIndex(([openTimeMs]) => openTimeMs === exitMs);
  const exitAt = live.findIndex(({ openTimeMs }) => openTimeMs === exitMs);
  const take = async (from: number, to: number) => {
    for (const bar of live.slice(from, to)) await subject.publish(bar);
    await subject.untilDecided(live[to - 1]!);
  };
  let handle = await startBot(subject.env);
  try {
    await untilReady(handle);
    await take(0, exitAt);
    const entry = await newest();
    await decide('rejected');
    await take(exitAt, exitAt + 1);
    // An entry that was refused is not repeated.
    expect(await subject.intents()).toHaveLength(before + 1);
    // What should have been closed is still there.
    await hold(entry.side === 'long' ? 2 : -2);
    await decide('rejected');
    await take(exitAt + 1, exitAt + 2);
    expect(await newest()).toMatchObject({
      side: 'flat',
      bar_open_time: String(live[exitAt + 1]!.openTimeMs),
    });
    // The executor is at it.
    await take(exitAt + 2, exitAt + 3);
    expect(await subject.intents()).toHaveLength(before + 2);

    await handle.close();
    await decide('rejected');
    data.bars = market.slice(0, warmupBars + exitAt + 3);
    handle = await startBot(subject.env);
    await eventually(async () => (await subject.intents()).length === before + 3);
    expect((await newest()).side).toBe('flat');
    await decide('accepted');
    await hold(0);
    await untilReady(handle);
    await take(exitAt + 3, exitAt + 4);
    expect(await subject.intents()).toHaveLength(before + 3);
    expect(await signalSides(subject.botId)).toEqual(expectedSides(live.slice(0, exitAt + 4)));
  } finally {
    await handle.close();
  }
});

it('a bot takes 1m history from the bus alone when the bus holds all of it', async () => {
  const subject = bot({ PLATFORM_BOT_TIMEFRAME: '1m' });
  const minutes = swingingBars(warmupBars + 20, barOpenTimeMs('1m', Date.now()) - 60_000, '1m');
  for (const bar of minutes) await feed.publish(subject.symbol, '1m', bar);
  data.asked.length = 0;
  const handle = await startBot(subject.env);
  try {
    await untilReady(handle);
    expect(data.asked).toEqual([]);
    const next = { ...minutes.at(-1)!, openTimeMs: minutes.at(-1)!.openTimeMs + 60_000 };
    await feed.publish(subject.symbol, '1m', next);
    await subject.untilDecided(next);
    expect(await subject.decided()).toEqual([next.openTimeMs]);
  } finally {
    await handle.close();
  }
});

it('a bot asks the data service for bars that the bus keeps back, until the bus delivers again', async () => {
  const subject = bot();
  // Whatever hour has begun since: no bar is overdue yet.
  vi.useFakeTimers({ toFake: ['Date'], now: live[0]!.openTimeMs + 0.5 * HOUR_MS });
  const handle = await startBot(subject.env);
  const fallback = () => metric(handle, 'platform_bot_fallback_engaged');
  try {
    await untilReady(handle);
    expect(await fallback()).toBe(0);
    data.bars = [...history, ...live.slice(0, 3)];
    vi.setSystemTime(live[2]!.openTimeMs + 20_000);
    await subject.untilDecided(live[1]!);
    expect(await fallback()).toBe(1);
    // What the bus brings late was decided; what it brings next is decided on as ever.
    for (const bar of live.slice(0, 3)) await subject.publish(bar);
    await subject.untilDecided(live[2]!);
    await eventually(async () => (await fallback()) === 0);
    expect(await subject.decided()).toEqual(live.slice(0, 3).map((bar) => bar.openTimeMs));
  } finally {
    vi.useRealTimers();
    await handle.close();
  }
});

it('a bot goes live on bars of the data service where the bus refuses it from its start on', async () => {
  const subject = bot({ PLATFORM_BUS_NATS_CREDS: surroundings().nats.credsFor('worker') });
  const handle = await startBot(subject.env);
  try {
    const { owner } = surroundings();
    await eventually(async () => (await eventsOf(owner, subject.botId)).includes('warmup_completed'));
    data.bars = [...history, ...live.slice(0, 3)];
    vi.useFakeTimers({ toFake: ['Date'], now: live[2]!.openTimeMs + 20_000 });
    await subject.untilDecided(live[1]!);
    expect(await metric(handle, 'platform_bot_fallback_engaged')).toBe(1);
    expect(await metric(handle, 'platform_bot_ws_connected')).toBe(0);
  } finally {
    vi.useRealTimers();
    await handle.close();
  }
});

it('a bot survives a wiped bus: bars published afterwards are decided on, those lost are fetched', async () => {
  const subject = bot();
  const handle = await startBot(subject.env);
  try {
    await untilReady(handle);
    await subject.publish(live[0]!);
    await subject.untilDecided(live[0]!);
    await feed.close();
    await surroundings().nats.wipe();
    await surroundings().nats.start();
    data.bars = [...history, ...live.slice(0, 4)];
    feed = await BarFeed.connect(surroundings().nats);
    await untilReady(handle);
    await subject.publish(live[4]!);
    await subject.untilDecided(live[4]!);
    expect(await subject.decided()).toEqual(live.slice(0, 5).map((bar) => bar.openTimeMs));
  } finally {
    await handle.close();
  }
});

describe('warm-up', () => {
  const MOODS = ['unavailable', 'bad request', 'silent', 'truncated', 'incomplete', 'stale'] as const;

  it('a warm-up takes JSON from a data service that knows no columns', async () => {
    const subject = bot();
    data.mood = 'plain';
    const handle = await startBot(subject.env);
    try {
      await untilReady(handle);
    } finally {
      await handle.close();
    }
  });

  it.each(MOODS)('a warm-up ends a strict bot when the data service is or answers: %s', async (mood) => {
    const subject = bot();
    data.mood = mood;
    const handle = await startBot(subject.env);
    try {
      expect(await handle.exitRequested).toBe(1);
      expect((await fetch(`${handle.url}/readyz`)).status).toBe(503);
      expect(await eventsOf(surroundings().owner, subject.botId)).toContain('BOT_WARMUP_INCOMPLETE');
    } finally {
      await handle.close();
    }
  });

  it('a warm-up lets a degraded bot live with stale data, without new entries and with its warnings', async () => {
    const subject = bot({ PLATFORM_BOT_WARMUP_MODE: 'degraded' });
    data.mood = 'stale';
    const handle = await startBot(subject.env);
    try {
      await untilReady(handle);
      for (const bar of live) await subject.publish(bar);
      await subject.untilDecided(live.at(-1)!);
      // What is held is exited; nothing was ever entered, so every intent is an exit.
      expect((await subject.intents()).filter((intent) => intent.side !== 'flat')).toEqual([]);
      const { rows } = await surroundings().owner.query(
        `SELECT metadata FROM trading.bot_events WHERE bot_id = $1 AND event_type = 'warmup_completed'`,
        [subject.botId],
      );
      expect(rows[0].metadata).toMatchObject({
        status: 'degraded',
        warnings: [expect.stringMatching(/old/)],
      });
    } finally {
      await handle.close();
    }
  });

  it('a warm-up without enough bars is fatal in degraded mode too', async () => {
    const subject = bot({ PLATFORM_BOT_WARMUP_MODE: 'degraded' });
    data.bars = history.slice(-10);
    const handle = await startBot(subject.env);
    try {
      expect(await handle.exitRequested).toBe(1);
    } finally {
      await handle.close();
    }
  });
});
