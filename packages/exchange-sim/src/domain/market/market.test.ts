import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { expect, it } from 'vitest';
import { symbolSpec } from '../symbols';
import { Climate } from './climate';
import { Klines } from './klines';
import { Market } from './market';
import { MinuteFactors } from './minutes';

const DAY = Date.UTC(2026, 2, 3);

function marketOf(symbol: string, seed = 1): Market {
  const climate = new Climate(seed);
  return new Market(seed, symbolSpec(symbol), climate, new MinuteFactors(climate), undefined);
}

function minuteReturns(market: Market, days: number): number[] {
  const returns: number[] = [];
  for (let at = DAY; at < DAY + days * DAY_MS; at += MINUTE_MS) {
    const bar = market.minute(at);
    returns.push(bar.close / bar.open - 1);
  }
  return returns;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ownA, ownB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    both += (a[i]! - meanA) * (b[i]! - meanB);
    ownA += (a[i]! - meanA) ** 2;
    ownB += (b[i]! - meanB) ** 2;
  }
  return both / Math.sqrt(ownA * ownB);
}

it('a generated market answers any minute the same whether or not the ones before were made', () => {
  const walked = marketOf('BTCUSDT');
  for (let at = DAY - 3 * DAY_MS; at < DAY; at += HOUR_MS) walked.minute(at);
  expect(walked.minute(DAY + 7 * MINUTE_MS)).toEqual(marketOf('BTCUSDT').minute(DAY + 7 * MINUTE_MS));
  expect(marketOf('BTCUSDT', 2).minute(DAY)).not.toEqual(walked.minute(DAY));
});

it('a generated market has bars that contain their prices and open where the last one closed', () => {
  const market = marketOf('SOLUSDT');
  let previousClose: number | undefined;
  for (let at = DAY; at < DAY + 2 * DAY_MS; at += MINUTE_MS) {
    const bar = market.minute(at);
    expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
    expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
    expect(bar.takerBuyVolume).toBeLessThanOrEqual(bar.volume);
    expect(bar.volume).toBeGreaterThan(0);
    if (previousClose !== undefined) expect(Math.abs(bar.open - previousClose)).toBeLessThanOrEqual(1);
    previousClose = bar.close;
  }
});

it('a generated market lets a forming minute grow into exactly the minute that history shows', () => {
  const market = marketOf('ETHUSDT');
  const whole = market.minute(DAY);
  let [high, low] = [0, Number.POSITIVE_INFINITY];
  for (let second = 0; second < 60; second++) {
    const price = Math.round(market.ticksAt(DAY + second * 1000));
    high = Math.max(high, price);
    low = Math.min(low, price);
    expect(market.formingMinute(DAY + second * 1000).high).toBe(high);
  }
  expect([high, low]).toEqual([whole.high, whole.low]);
  expect(market.formingMinute(DAY + MINUTE_MS - 1).open).toBe(whole.open);
});

it('a generated market moves symbols together and clusters its volatility', () => {
  const btc = minuteReturns(marketOf('BTCUSDT'), 5);
  const eth = minuteReturns(marketOf('ETHUSDT'), 5);
  expect(correlation(btc, eth)).toBeGreaterThan(0.5);
  const sizes = btc.map(Math.abs);
  expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.05);
});

it('a generated market moves everything after a push and nothing before it', () => {
  const market = marketOf('BTCUSDT');
  const before = market.minute(DAY);
  const untouched = market.priceAt(DAY + 90_000);
  market.push(DAY + 90_000, 0.5);
  expect(market.minute(DAY)).toEqual(before);
  expect(market.priceAt(DAY + 90_000)).toBeCloseTo(untouched / 2, 6);
  const pushed = market.minute(DAY + MINUTE_MS);
  expect(pushed.low).toBeLessThan(pushed.open * 0.51);
});

it('klines of an hour and a day are what their minutes add up to', () => {
  const market = marketOf('BTCUSDT');
  const klines = new Klines(market, 'perp');
  for (const [interval, lengthMs] of [
    ['1h', HOUR_MS],
    ['1d', DAY_MS],
  ] as const) {
    const bars = Array.from({ length: lengthMs / MINUTE_MS }, (_, i) => market.minute(DAY + i * MINUTE_MS));
    const kline = klines.at(interval, DAY, DAY + 2 * DAY_MS);
    expect(kline.open).toBe(bars[0]!.open);
    expect(kline.close).toBe(bars.at(-1)!.close);
    expect(kline.high).toBe(Math.max(...bars.map((bar) => bar.high)));
    expect(kline.turnover).toBe(
      bars.reduce((sum, bar) => sum + Math.round((bar.open + bar.close) / 2) * bar.volume, 0),
    );
    expect(kline.volume).toBe(bars.reduce((sum, bar) => sum + bar.volume, 0));
  }
});

it('klines open on Mondays for weeks and on the first for months', () => {
  const klines = new Klines(marketOf('BTCUSDT'), 'perp');
  const [week] = klines.range('1w', undefined, DAY, 1, DAY + DAY_MS);
  expect(new Date(week!.openTimeMs).toISOString()).toBe('2026-03-02T00:00:00.000Z');
  const [month] = klines.range('1M', undefined, DAY, 1, DAY + DAY_MS);
  expect(new Date(month!.openTimeMs).toISOString()).toBe('2026-03-01T00:00:00.000Z');
});

it('klines of spot stand off the perpetual by the basis', () => {
  const market = marketOf('BTCUSDT');
  const perp = new Klines(market, 'perp').at('1m', DAY, DAY + MINUTE_MS);
  const spot = new Klines(market, 'spot').at('1m', DAY, DAY + MINUTE_MS);
  expect(perp.open / spot.open - 1).toBeCloseTo(market.basis.at(DAY), 5);
});

it('funding pays longs or shorts by the premium, within the venue cap', () => {
  const { basis } = marketOf('BTCUSDT');
  const rates = Array.from({ length: 1000 }, (_, i) =>
    basis.fundingRateAt(DAY + i * 8 * HOUR_MS, 8 * HOUR_MS),
  );
  expect(rates.some((rate) => rate > 0.0001) && rates.some((rate) => rate < 0.0001)).toBe(true);
  expect(rates.every((rate) => Math.abs(rate) <= 0.02)).toBe(true);
});
