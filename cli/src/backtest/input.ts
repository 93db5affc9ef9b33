/** From what the user typed to what the engine runs. */
import { type FundingSeries, timeframeMs } from '@platform/core';
import { type BacktestInput, coverageOf, refusalOf } from '@platform/engine';
import type { DatasetNeed, MarketSeries } from '@platform/strategies';
import { cutToSpan, loadBars } from './bars';
import { readFundingFile } from './csv';
import { UsageFailure } from './failure';
import {
  type BacktestFlags,
  parseParams,
  parseSettings,
  parseSpan,
  parseStrategy,
  parseSymbol,
  parseTimeframe,
  required,
  type Span,
} from './options';

/**
 * Strategies that read who bought: a file without the taker split would give them silence, not a decision.
 */
const READS_TAKER_BUY_VOLUME: ReadonlySet<string> = new Set(['vpin_impulse']);

const FLAG_OF_INPUT = {
  bars: '--csv',
  spot: '--spot-csv',
  pair: '--pair-csv',
  funding: '--funding',
} as const;

export function buildInput(flags: BacktestFlags, nowMs: number): BacktestInput {
  const strategy = parseStrategy(flags.strategy);
  const symbol = parseSymbol(flags.symbol);
  const timeframe = parseTimeframe(flags.timeframe, strategy);
  const params = parseParams(strategy, flags.params);
  const settings = parseSettings(symbol, flags);
  const span = parseSpan(flags);
  const path = required('--csv', flags.csv);
  const needs = strategy.datasets(params, timeframe);
  refuseMissingInputs(strategy.name, needs, flags);

  const main = loadBars(path, timeframe, nowMs);
  refuseMissingTakerVolume(strategy.name, path, main.hasTakerBuyVolume);
  const bars = cutToSpan(path, main.bars, span, strategy.warmupBars(params, timeframe));
  const endMs = bars.openTimeMs[bars.length - 1]! + timeframeMs(timeframe);
  const auxiliary = (file: string | undefined) =>
    file === undefined ? undefined : loadBars(file, timeframe, nowMs).bars;
  const spot = auxiliary(flags.spotCsv);
  const pair = auxiliary(flags.pairCsv);
  const funding = flags.funding === undefined ? undefined : fundingUntil(flags.funding, endMs);
  const market: MarketSeries = {
    bars,
    ...(spot && { spot }),
    ...(pair && { pair }),
    ...(funding && { funding }),
  };
  // A last bar cut off by --to is not news.
  const lastBarOpen = main.lastBarOpen && span.toMs === Number.POSITIVE_INFINITY;
  const input = { strategy, params, symbol, timeframe, market, settings, lastBarOpen };
  const asked = { ...input, span: askedSpan(input, span, endMs) };
  const refusal =
    flags.allowPartialData === true ? null : refusalOf(coverageOf(asked), '--allow-partial-data');
  if (refusal !== null) throw new UsageFailure(`--${refusal.end}: ${refusal.message}`);
  return asked;
}

export function refuseMissingTakerVolume(strategy: string, path: string, hasTakerBuyVolume: boolean): void {
  if (hasTakerBuyVolume || !READS_TAKER_BUY_VOLUME.has(strategy)) return;
  throw new UsageFailure(`${strategy} needs the column taker_buy_volume, which ${path} does not have`);
}

/** An end that was left open is where the file's bars begin to be tradable, or end. */
function askedSpan(input: BacktestInput, span: Span, endMs: number): Span {
  const { askedFromMs } = coverageOf(input);
  return {
    fromMs: span.fromMs === Number.NEGATIVE_INFINITY ? askedFromMs : span.fromMs,
    toMs: span.toMs === Number.POSITIVE_INFINITY ? endMs : span.toMs,
  };
}

function refuseMissingInputs(strategy: string, needs: readonly DatasetNeed[], flags: BacktestFlags): void {
  const given = { bars: flags.csv, spot: flags.spotCsv, pair: flags.pairCsv, funding: flags.funding };
  for (const { input, kind, symbol } of needs) {
    if (input === 'bars' || given[input] !== undefined) continue;
    const what = symbol === undefined ? kind : `${kind} of ${symbol}`;
    throw new UsageFailure(`${strategy} needs ${what}: give ${FLAG_OF_INPUT[input]} FILE`);
  }
}

/** Settlements the run can know of; those before the first bar count too, where a strategy looks back. */
function fundingUntil(path: string, endMs: number): FundingSeries {
  const all = readFundingFile(path);
  const beyond = all.timeMs.findIndex((timeMs) => timeMs >= endMs);
  const length = beyond < 0 ? all.length : beyond;
  return { length, timeMs: all.timeMs.subarray(0, length), rate: all.rate.subarray(0, length) };
}
