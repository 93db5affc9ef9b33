/**
 * The aggregator against the exchange's own bars. The history lies beside the repository, never inside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { aggregateSeries, BarSeries, type Timeframe } from '@platform/core';
import { describe, expect, it } from 'vitest';

const HISTORY = fileURLToPath(new URL('../../../../shared/data/perp_klines_2020_2024', import.meta.url));
/** The one 4h bar per symbol that the exchange itself published differently from its hours. */
const KNOWN_DIFFERENCE_MS = 1_699_617_600_000;

function load(symbol: string, timeframe: Timeframe): BarSeries {
  const text = gunzipSync(readFileSync(`${HISTORY}/${symbol}_${timeframe}.csv.gz`)).toString('utf8');
  const series = new BarSeries(40_000);
  // The last bar of each file was still open when it was collected.
  for (const line of text.trim().split('\n').slice(1, -1)) {
    const [openTimeMs, open, high, low, close, volume] = line.split(',').map(Number);
    series.append({
      openTimeMs: openTimeMs!,
      open: open!,
      high: high!,
      low: low!,
      close: close!,
      volume: volume!,
      takerBuyVolume: 0,
    });
  }
  return series;
}

/**
 * Open, high, low and close by open time. The exchange's volumes differ from its own hours here and there:
 * not compared.
 */
function pricesOf(series: BarSeries, fromMs: number, untilMs: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let i = 0; i < series.length; i++) {
    const openTimeMs = series.openTimeMs[i]!;
    if (openTimeMs < fromMs || openTimeMs > untilMs) continue;
    found.set(openTimeMs, [series.open[i]!, series.high[i]!, series.low[i]!, series.close[i]!]);
  }
  return found;
}

/** The span both series cover. */
function commonSpan(a: BarSeries, b: BarSeries): [fromMs: number, untilMs: number] {
  return [
    Math.max(a.openTimeMs[0]!, b.openTimeMs[0]!),
    Math.min(a.openTimeMs[a.length - 1]!, b.openTimeMs[b.length - 1]!),
  ];
}

const absent = !existsSync(HISTORY);
const reason = absent ? ' (skipped: ../shared/data is not beside the repository)' : '';

describe.skipIf(absent)(`1h bars of 2020-2024 aggregated${reason}`, () => {
  for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) {
    for (const [timeframe, fewest] of [
      ['4h', 7000],
      ['1d', 1200],
      ['1w', 180],
    ] as const) {
      it(`${symbol} hours make up the exchange's own ${timeframe} bars`, () => {
        const { bars, problems } = aggregateSeries(load(symbol, '1h'), '1h', timeframe);
        const published = load(symbol, timeframe);
        const span = commonSpan(bars, published);
        const [ours, theirs] = [pricesOf(bars, ...span), pricesOf(published, ...span)];
        if (timeframe === '4h') for (const side of [ours, theirs]) side.delete(KNOWN_DIFFERENCE_MS);
        expect(problems.length).toBeLessThanOrEqual(1); // a first bucket that began before the series
        expect(theirs.size).toBeGreaterThan(fewest);
        expect(ours).toEqual(theirs);
      });
    }
  }
});
