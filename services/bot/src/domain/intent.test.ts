import { type Bar, BarSeries, HOUR_MS, isUuid } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { canonicalSignal, findStrategy, type Signal } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { draftIntent, equityUsd, intentId, isStaleBar, missedExit } from './intent';

const BOT = '01923456-789a-7000-8000-000000000001';
const signal: Signal = {
  openTimeMs: 0,
  side: 'long',
  sl: 90,
  tp: null,
  reason: 'test',
  sizeHint: { kind: 'fixed', value: 0.5 },
};

function market(count: number): BarSeries {
  const bars = new BarSeries(count);
  let price = 100;
  for (let k = 0; k < count; k++) {
    const open = price;
    price *= 1 + ((k * 7919) % 13 < 6 ? 0.01 : -0.009);
    const [high, low] = [Math.max(open, price) * 1.002, Math.min(open, price) * 0.998];
    const bar: Bar = {
      openTimeMs: k * HOUR_MS,
      open,
      high,
      low,
      close: price,
      volume: 1,
      takerBuyVolume: 0.5,
    };
    bars.append(bar);
  }
  return bars;
}

it('the id of an intent is a UUID that changes with the bot, the bar and the signal alone', () => {
  const canonical = canonicalSignal(signal);
  const id = intentId(BOT, 0, canonical);
  expect(isUuid(id)).toBe(true);
  expect(intentId(BOT.toUpperCase(), 0, canonical)).toBe(id);
  expect(new Set([id, intentId(BOT, 1, canonical), intentId(BOT, 0, `${canonical} `)]).size).toBe(3);
});

it('the size of an intent is that of the first fill of a backtest over the same bars and equity', () => {
  const bars = market(400);
  const strategy = findStrategy('supertrend')!;
  const parsed = strategy.parse({ atr_period: 5, multiplier: 2 });
  if (!parsed.ok) throw new Error('parameters');
  const settings = { ...defaultSettings('BTCUSDT'), stops: false };
  const input = { strategy, params: parsed.value, symbol: 'BTCUSDT', timeframe: '1h' } as const;
  const result = runBacktest({ ...input, market: { bars }, settings });
  const first = result.signals.at(0);
  const draft = draftIntent(first, {
    botId: BOT,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    maxLeverage: undefined,
    bars,
    barIndex: first.openTimeMs / HOUR_MS,
    equityUsd: settings.initialEquity,
  });
  expect(draft?.side).toBe(first.side);
  expect(Number(draft?.qty)).toBe(result.fills.at(0).quantity);
});

it('the size of an intent follows the leverage of the bot, and an exit has none', () => {
  const bars = market(60);
  const context = {
    botId: BOT,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    bars,
    barIndex: 59,
    equityUsd: 1000,
  } as const;
  const hinted: Signal = { ...signal, sizeHint: { kind: 'vol_target', value: 5 } };
  const sizes = [1, 2].map((maxLeverage) => Number(draftIntent(hinted, { ...context, maxLeverage })?.qty));
  expect(sizes[1]! / sizes[0]!).toBeCloseTo(2, 6);
  expect(draftIntent({ ...signal, side: 'flat' }, { ...context, maxLeverage: 1 })).toMatchObject({
    qty: '0',
    sl: null,
  });
  expect(draftIntent(signal, { ...context, maxLeverage: 1, equityUsd: -5 })).toBeNull();
});

it('an intent has a stop on the losing side where the strategy names none', () => {
  const bars = market(60);
  const context = {
    botId: BOT,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    bars,
    barIndex: 59,
    equityUsd: 1000,
    maxLeverage: 1,
  } as const;
  const close = bars.close[59]!;
  expect(Number(draftIntent({ ...signal, sl: null }, context)?.sl)).toBeLessThan(close);
  expect(Number(draftIntent({ ...signal, side: 'short', sl: null }, context)?.sl)).toBeGreaterThan(close);
});

it('a bar is stale once its close is longer ago than the bar was', () => {
  expect(isStaleBar(0, '1h', 2 * HOUR_MS)).toBe(false);
  expect(isStaleBar(0, '1h', 2 * HOUR_MS + 1)).toBe(true);
});

it('equity is what was there, what was made, and what is held at the latest price', () => {
  const book = {
    initialEquityUsd: 1000,
    realizedPnlUsd: 50,
    feesUsd: 5,
    fundingUsd: -2,
    quantity: -2,
    entryPrice: 100,
  };
  expect(equityUsd(book, 90)).toBe(1063);
  expect(equityUsd({ ...book, quantity: 0 }, 90)).toBe(1043);
});

describe('an exit that did not happen', () => {
  const newest = (isDecided: boolean) => ({ intentId: 'the one before', isDecided });

  it.each([
    ['a long that the strategy left', 0, 2, true],
    ['a short that the strategy left', 0, -2, true],
    ['a long under a short target', -1, 2, true],
    ['what the strategy wants', 1, 2, false],
    ['nothing, though the strategy wants a long', 1, 0, false],
    ['nothing', 0, 0, false],
  ] as const)(
    'an exit that did not happen is asked for again while %s is held: target %i, quantity %f',
    (_name, target, quantity, isAsked) => {
      const draft = missedExit(BOT, target, 1_000, { quantity, newest: newest(true) });
      expect(draft?.side).toBe(isAsked ? 'flat' : undefined);
    },
  );

  it('an exit is left to the executor while an intent is undecided, and asked for once after each', () => {
    expect(missedExit(BOT, 0, 1_000, { quantity: 2, newest: newest(false) })).toBeNull();
    const ask = (after: string | null) =>
      missedExit(BOT, 0, 1_000, {
        quantity: 2,
        newest: after === null ? null : { intentId: after, isDecided: true },
      })!.intentId;
    expect(ask('a')).toBe(ask('a'));
    expect(new Set([ask('a'), ask('b'), ask(null)]).size).toBe(3);
  });
});
