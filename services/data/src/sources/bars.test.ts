import { KlineColumns } from '@platform/columns';
import type { Kline } from '@platform/contracts';
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import { systemChance, systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { Backfill, type Histories } from '../app/backfill';
import type { BarStore, Series } from '../app/ports';
import { BarHistory } from './bars';

const FROM_MS = Date.UTC(2026, 0, 5);
const TO_MS = FROM_MS + HOUR_MS;
const SPAN = { from_ts: FROM_MS, to_ts: TO_MS };

function minutesBetween(fromMs: number, toMs: number): Kline[] {
  return Array.from({ length: (toMs - fromMs) / MINUTE_MS + 1 }, (_, i) => ({
    open_time: fromMs + i * MINUTE_MS,
    open: 100,
    high: 101,
    low: 99,
    close: 100,
    volume: 1,
    quote_volume: 100,
    trades: 1,
    taker_buy_volume: 0.5,
  }));
}

const nameOf = ({ market, symbol }: Series) => `${symbol} ${market}`;

/** Jobs at an exchange that has no spot market of A, over an empty table. */
function bench(configured: readonly Series[]) {
  /** How many minutes of each series were written. */
  const written: Record<string, number> = {};
  const store: BarStore = {
    writeLive: async (bars) => bars,
    writeBulk: async (series, timeframe, bars) => {
      if (timeframe === '1m') written[nameOf(series)] = (written[nameOf(series)] ?? 0) + bars.length;
      return bars.length;
    },
    newestMinuteMs: async () => null,
    read: async () => new KlineColumns(),
    readForward: async () => new KlineColumns(),
  };
  const nothing = () => undefined;
  const history = new BarHistory({
    configured,
    store,
    coverage: { missingMinutes: async (_, fromMs, toMs) => [{ fromMs, toMs }] },
    exchange: {
      resync: async () => undefined,
      nowMs: () => TO_MS + HOUR_MS,
      minutes: async (series, fromMs, toMs) =>
        nameOf(series) === 'A spot'
          ? { kind: 'failed', message: '-1121 Invalid symbol.', isRetryable: false }
          : { kind: 'ok', value: minutesBetween(fromMs, toMs) },
    },
    written: { appended: nothing, changed: nothing },
    reload: nothing,
    onDropped: nothing,
  });
  const symbols = { klines: ['A', 'B'], funding: [], open_interest: [], metrics: [] };
  const backfill = new Backfill({
    histories: { klines: (request) => history.history(request) } as Histories,
    symbols: { ...symbols, sentiment: [], macro: [], gex: [] },
    events: { onChanged: nothing, onFailed: nothing, onStuck: nothing, onUnsettled: nothing },
    time: systemTime,
    chance: systemChance,
    exchangeNowMs: () => TO_MS + HOUR_MS,
  });
  const run = async (asked: readonly string[]) => {
    backfill.start('klines', { ...SPAN, symbols: [...asked] });
    const [job] = backfill.jobs.all();
    await expect.poll(() => job!.status).not.toBe('running');
    return job!;
  };
  return { run, written };
}

it('minutes are asked for in the markets of a symbol: one without a spot market ends no job', async () => {
  const { run, written } = bench([
    { market: 'spot', symbol: 'B' },
    { market: 'perp', symbol: 'A' },
    { market: 'perp', symbol: 'B' },
  ]);
  expect(await run(['A', 'B'])).toMatchObject({ status: 'completed' });
  expect(written).toEqual({ 'A perp': 60, 'B perp': 60, 'B spot': 60 });
});

it('minutes are asked for in both markets when a symbol is configured in neither', async () => {
  const { run, written } = bench([{ market: 'perp', symbol: 'A' }]);
  expect(await run(['C'])).toMatchObject({ status: 'completed' });
  expect(written).toEqual({ 'C perp': 60, 'C spot': 60 });
});
