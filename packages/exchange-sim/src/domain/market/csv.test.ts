import { HOUR_MS, MINUTE_MS } from '@platform/core';
import { expect, it } from 'vitest';
import { symbolSpec } from '../symbols';
import { Climate } from './climate';
import { parseReplayCsv } from './csv';
import { Klines } from './klines';
import { Market } from './market';
import { MinuteFactors } from './minutes';

const START = Date.UTC(2024, 0, 1);
const CSV = [
  'open_time,open,high,low,close,volume',
  `${START},42000.0,42500.5,41900.1,42300.0,600`,
  `${START + HOUR_MS},42300.0,42310.0,41000.0,41100.5,1200`,
  `${START + 2 * HOUR_MS},41100.5,41100.5,41100.5,41100.5,60`,
].join('\n');

function replayMarket(): Market {
  const climate = new Climate(1);
  return new Market(1, symbolSpec('BTCUSDT'), climate, new MinuteFactors(climate), parseReplayCsv(CSV));
}

it('a replayed market gives each row back when its minutes are aggregated', () => {
  const klines = new Klines(replayMarket(), 'perp');
  const rows = klines.range('1h', START, START + 3 * HOUR_MS - 1, 3, START + 10 * HOUR_MS);
  expect(rows.map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
    [420_000, 425_005, 419_001, 423_000],
    [423_000, 423_100, 410_000, 411_005],
    [411_005, 411_005, 411_005, 411_005],
  ]);
  expect(rows[1]!.volume / 1000).toBeCloseTo(1200, 0);
});

it('a replayed market goes on with the generator where the file ends, near the last close', () => {
  const market = replayMarket();
  const after = market.minute(START + 3 * HOUR_MS + MINUTE_MS).open / 411_005;
  expect(Math.abs(after - 1)).toBeLessThan(0.1);
});

it('a replayed market refuses a file with a gap, a missing column or a bad number', () => {
  expect(() => parseReplayCsv(CSV.replace(String(START + 2 * HOUR_MS), String(START + 3 * HOUR_MS)))).toThrow(
    /does not follow/,
  );
  expect(() => parseReplayCsv(CSV.replace('volume', 'amount'))).toThrow(/columns/);
  expect(() => parseReplayCsv(CSV.replace('42500.5', 'x'))).toThrow(/row 1/);
});
