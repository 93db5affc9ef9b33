/**
 * Golden results: each strategy's fixtures.json is what the Python reference signals over the lab's generated
 * bars.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { BarSeries, type FundingSeries, sha256Hex, type Timeframe } from '@platform/core';
import type { MarketSeries } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { canonicalText, paramsOf, runStrategy, strategyNamed } from './run';

const FOLDER = new URL('../../../../lab/fixtures/', import.meta.url);

interface Golden {
  readonly timeframe: string;
  readonly cases: readonly {
    readonly params: unknown;
    readonly warmupBars: number;
    readonly signals: number;
    readonly sha256: string;
    readonly first: readonly string[];
  }[];
}

function rows(name: string): number[][] {
  const text = gunzipSync(readFileSync(fileURLToPath(new URL(`${name}.csv.gz`, FOLDER)))).toString();
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
}

function readBars(name: string): BarSeries {
  const bars = new BarSeries(8192);
  for (const [openTimeMs, open, high, low, close, volume, takerBuyVolume] of rows(name) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ][]) {
    bars.append({ openTimeMs, open, high, low, close, volume, takerBuyVolume });
  }
  return bars;
}

function readFunding(): FundingSeries {
  const settlements = rows('funding');
  return {
    length: settlements.length,
    timeMs: Float64Array.from(settlements, (row) => row[0]!),
    rate: Float64Array.from(settlements, (row) => row[1]!),
  };
}

let shared: Required<MarketSeries> | undefined;

function labMarket(): Required<MarketSeries> {
  shared ??= {
    bars: readBars('bars'),
    spot: readBars('spot'),
    pair: readBars('pair'),
    funding: readFunding(),
  };
  return shared;
}

/** Declares the tests that compare a strategy with its golden results. */
export function itSignalsLikeTheReference(name: string, golden: Golden): void {
  describe('against the Python reference', () => {
    it.each(golden.cases)(
      'signals the same bytes with $params',
      ({ params, warmupBars, signals, sha256, first }) => {
        const timeframe = golden.timeframe as Timeframe;
        const strategy = strategyNamed(name);
        expect(strategy.warmupBars(paramsOf(strategy, params), timeframe)).toBe(warmupBars);
        const emitted = runStrategy(name, params, labMarket(), timeframe);
        const text = canonicalText(emitted);
        expect(text.split('\n').slice(0, first.length)).toEqual(first);
        expect(emitted.length).toBe(signals);
        expect(sha256Hex(text)).toBe(sha256);
      },
    );
  });
}
