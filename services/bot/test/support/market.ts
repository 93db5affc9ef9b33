/**
 * Bars for tests: the exchange's own history where it lies beside the repository, and small made-up markets
 * elsewhere.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Kline } from '@platform/contracts';
import { type Bar, BarSeries, type Timeframe, timeframeMs } from '@platform/core';

const HISTORY = fileURLToPath(
  new URL('../../../../../shared/data/perp_klines_2020_2024/BTCUSDT_1h.csv.gz', import.meta.url),
);
export const hasHistory = existsSync(HISTORY);

/**
 * The first `count` hours of 2020 and after; the file gives no taker volume, so half of the volume stands for
 * it.
 */
export function historicHours(count: number): Bar[] {
  const text = gunzipSync(readFileSync(HISTORY)).toString('utf8');
  return text
    .split('\n')
    .slice(1, count + 1)
    .map((line) => {
      const [openTimeMs, open, high, low, close, volume] = line.split(',').map(Number) as [
        ...[number, number, number, number, number, number],
      ];
      return { openTimeMs, open, high, low, close, volume, takerBuyVolume: volume / 2 };
    });
}

/** A market that swings slowly enough to be traded, ending with the bar that opens at `lastOpenTimeMs`. */
export function swingingBars(count: number, lastOpenTimeMs: number, timeframe: Timeframe): Bar[] {
  const barMs = timeframeMs(timeframe);
  const bars: Bar[] = [];
  let price = 100;
  for (let k = 0; k < count; k++) {
    const open = price;
    price *= 1 + 0.004 * Math.sin(k / 9) + 0.002 * Math.sin(k * 1.7);
    const [high, low] = [Math.max(open, price) * 1.001, Math.min(open, price) * 0.999];
    const openTimeMs = lastOpenTimeMs - (count - 1 - k) * barMs;
    bars.push({ openTimeMs, open, high, low, close: price, volume: 10, takerBuyVolume: 5 });
  }
  return bars;
}

export function seriesOf(bars: readonly Bar[]): BarSeries {
  const series = new BarSeries(bars.length);
  for (const bar of bars) series.append(bar);
  return series;
}

export function barRowOf(bar: Bar): Kline {
  return {
    open_time: bar.openTimeMs,
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volume: bar.volume,
    quote_volume: bar.volume * bar.close,
    trades: 1,
    taker_buy_volume: bar.takerBuyVolume,
  };
}

export function writeScript(path: string, bars: readonly Bar[]): void {
  writeFileSync(path, bars.map((bar) => `${JSON.stringify(barRowOf(bar))}\n`).join(''));
}
