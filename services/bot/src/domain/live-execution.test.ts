import { BarSeries, HOUR_MS } from '@platform/core';
import type { Decision, Target } from '@platform/strategies';
import { expect, it } from 'vitest';
import { LiveExecution } from './live-execution';

const bars = new BarSeries();
for (let k = 0; k < 60; k++) {
  const close = 100 + (k % 3);
  const prices = { open: 100, high: 103, low: 99, close };
  bars.append({ openTimeMs: k * HOUR_MS, ...prices, volume: 1, takerBuyVolume: 0.5 });
}

const decided = (heldBefore: Target, target: Target): Decision => ({
  openTimeMs: 59 * HOUR_MS,
  target,
  heldBefore,
  sl: Number.NaN,
  tp: Number.NaN,
  reason: 'test',
  sizeHint: { kind: 'fixed', value: target === 0 ? 0 : 0.5 },
});

const book = {
  initialEquityUsd: 1000,
  realizedPnlUsd: 0,
  feesUsd: 0,
  fundingUsd: 0,
  quantity: 0,
  entryPrice: 0,
};

function after(...decisions: readonly Decision[]) {
  const botId = '01923456-789a-7000-8000-000000000001';
  const execution = new LiveExecution({ botId, symbol: 'BTCUSDT', timeframe: '1h', maxLeverage: 1, bars });
  for (const decision of decisions) execution.onDecision(decision, 59);
  return execution;
}

it('live execution turns every decision since the last commit into one intent, in order and once', () => {
  const execution = after(decided(0, 1), decided(1, 0));
  const pending = execution.take();
  expect(execution.take()).toEqual([]);
  const intents = execution.intents(pending, book, () => null);
  expect(intents.map(({ side }) => side)).toEqual(['long', 'flat']);
  expect(execution.intents(pending, book, () => null)).toEqual(intents);
});

it('live execution keeps a decision although the record it came in is overwritten by the next', () => {
  const record = { ...decided(0, 1), sizeHint: { kind: 'fixed', value: 0.5 } };
  const execution = after(record as Decision);
  Object.assign(record, { target: 0, reason: 'another' });
  record.sizeHint.value = 0;
  expect(execution.intents(execution.take(), book, () => null)).toMatchObject([{ side: 'long' }]);
});

it('live execution drops a blocked entry, closes on a blocked flip and lets an exit pass', () => {
  const execution = after(decided(0, 1), decided(1, -1), decided(-1, 0));
  const intents = execution.intents(execution.take(), book, () => 'paused');
  expect(intents.map(({ side }) => side)).toEqual(['flat', 'flat']);
});

it('live execution gives no entry without a book to size it from', () => {
  const execution = after(decided(0, 1));
  expect(execution.intents(execution.take(), null, () => null)).toEqual([]);
});

it('live execution gives every entry a stop on its losing side, although the strategy names none', () => {
  const execution = after(decided(0, 1), decided(0, -1));
  const [long, short] = execution.intents(execution.take(), book, () => null);
  expect(Number(long!.sl)).toBeLessThan(bars.close[59]!);
  expect(Number(short!.sl)).toBeGreaterThan(bars.close[59]!);
});
