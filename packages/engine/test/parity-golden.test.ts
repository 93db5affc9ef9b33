/**
 * The engine against results of the reference that are checked in: parity where neither Python nor the
 * history is at hand.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BarSeries, type Timeframe } from '@platform/core';
import { strategies } from '@platform/strategies';
import { expect, test } from 'vitest';
import { differences, runCase } from './parity-compare';
import { type ParityCase, REPOSITORY } from './parity-lab';

const FIXTURES = join(REPOSITORY, 'lab/fixtures');

interface Golden {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly cases: readonly {
    readonly strategy: string;
    readonly params: object;
    readonly settings: object;
    readonly warmup_bars: number;
    readonly signals: number;
    readonly signals_sha256: string;
    readonly fills: number;
    readonly final_equity: number;
  }[];
}

function rows(file: string): number[][] {
  const text = gunzipSync(readFileSync(join(FIXTURES, file))).toString();
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
}

function readBars(file: string): BarSeries {
  const bars = new BarSeries();
  for (const [openTimeMs, open, high, low, close, volume, takerBuyVolume] of rows(file)) {
    bars.append({
      openTimeMs: openTimeMs!,
      open: open!,
      high: high!,
      low: low!,
      close: close!,
      volume: volume!,
      takerBuyVolume: takerBuyVolume!,
    });
  }
  return bars;
}

const golden = JSON.parse(readFileSync(join(FIXTURES, 'golden.json'), 'utf8')) as Golden;
const settlements = rows('funding.csv.gz');
const fixture = {
  symbol: golden.symbol,
  timeframe: golden.timeframe,
  market: {
    bars: readBars('bars.csv.gz'),
    spot: readBars('spot.csv.gz'),
    pair: readBars('pair.csv.gz'),
    funding: {
      length: settlements.length,
      timeMs: Float64Array.from(settlements, ([timeMs]) => timeMs!),
      rate: Float64Array.from(settlements, ([, rate]) => rate!),
    },
  },
};

test('every strategy has a default and at least four other parameter sets in the checked-in results', () => {
  for (const { name } of strategies) {
    expect(golden.cases.filter(({ strategy }) => strategy === name).length, name).toBeGreaterThanOrEqual(5);
  }
});

test.each(strategies.map(({ name }) => name))('%s gives the checked-in signals and final equity', (name) => {
  for (const expected of golden.cases.filter(({ strategy }) => strategy === name)) {
    const { json } = runCase(fixture, name, expected.params, expected.settings);
    const what = `${name} ${JSON.stringify(expected.params)}`;
    expect(json.bars.warmup_bars, what).toBe(expected.warmup_bars);
    expect(json.signals.length, what).toBe(expected.signals);
    expect(json.signals_sha256, what).toBe(expected.signals_sha256);
    expect(json.fills.length, what).toBe(expected.fills);
    const tolerance = 1e-9 * Math.max(1, Math.abs(expected.final_equity));
    expect(Math.abs(json.performance.final_equity! - expected.final_equity), what).toBeLessThanOrEqual(
      tolerance,
    );
  }
});

test('the comparison finds a changed byte of a signal, a moved fill and a moved point, and nothing where nothing changed', () => {
  const { json, signals, equity } = runCase(fixture, 'tsmom', {}, {});
  const encode = (points: ArrayLike<number>) =>
    Buffer.from(Float64Array.from(points).buffer).toString('base64');
  const asCase = (expected: object): ParityCase => ({
    type: 'case',
    strategy: 'tsmom',
    position: 0,
    params: {},
    settings: {},
    expected: { ...json, signals, equity: encode(equity), ...expected },
  });
  const movedPoint = Array.from(equity, (value, i) => (i === 1000 ? value * (1 + 3e-9) : value));
  const movedFill = json.fills.map((fill, i) =>
    i === 7 ? { ...fill, price: fill.price * (1 - 3e-9) } : fill,
  );
  expect(differences(fixture, asCase({}))).toEqual([]);
  expect(differences(fixture, asCase({ signals: signals.replace('long', 'flat') }))[0]).toMatch(
    /signal \d+ is/,
  );
  expect(differences(fixture, asCase({ equity: encode(movedPoint) }))[0]).toMatch(/equity\.1000 is/);
  expect(differences(fixture, asCase({ fills: movedFill }))[0]).toMatch(/fills\.7\.price is/);
});
