/**
 * The bars that an experiment is made on: from files here, or from the platform's database
 * (stored-market.ts).
 */
import { type BarSeries, type FundingSeries, firstBarFrom, type Timeframe } from '@platform/core';
import type { StrategyDefinition } from '@platform/strategies';
import { loadBars } from '../backtest/bars';
import { readFundingFile } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import { refuseMissingTakerVolume } from '../backtest/input';
import { parseSymbol, type Span } from '../backtest/options';

export interface LoadedMarket {
  /** Those that open before the end of the span; earlier ones than its beginning warm up. */
  readonly bars: BarSeries;
  readonly funding: FundingSeries | undefined;
}

export interface MarketSource {
  load(symbol: string, strategy: StrategyDefinition, timeframe: Timeframe, span: Span): Promise<LoadedMarket>;
  /** All that there are bars of. */
  symbols(timeframe: Timeframe): Promise<readonly string[]>;
  /** The sets that the manager has counted, where it can be asked. */
  tried(strategy: StrategyDefinition, symbol: string, timeframe: Timeframe): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Of text such as `BTCUSDT=FILE,ETHUSDT=FILE`; `otherForm` is said where it is not of that form. */
export function bySymbol(flag: string, text: string, otherForm: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const part of text.split(',')) {
    const [symbol, path, ...rest] = part.split('=').map((piece) => piece.trim());
    if (!symbol || !path || rest.length > 0) throw new UsageFailure(otherForm);
    if (files.has(parseSymbol(symbol))) throw new UsageFailure(`${flag}: ${symbol} is given twice`);
    files.set(symbol, path);
  }
  return files;
}

/** Files by symbol, and those of their settlements where they are given. */
export function fromFiles(
  files: ReadonlyMap<string, string>,
  fundingFiles: ReadonlyMap<string, string> | undefined,
  nowMs: number,
): MarketSource {
  return {
    load: async (symbol, strategy, timeframe, span) => {
      const path = files.get(symbol)!;
      const { bars, hasTakerBuyVolume } = loadBars(path, timeframe, nowMs);
      refuseMissingTakerVolume(strategy.name, path, hasTakerBuyVolume);
      const funding = fundingFiles === undefined ? undefined : readFundingFile(fundingFiles.get(symbol)!);
      return { bars: until(bars, span.toMs), funding };
    },
    symbols: async () => [...files.keys()],
    tried: async () => [],
    close: async () => undefined,
  };
}

function until(bars: BarSeries, toMs: number): BarSeries {
  bars.length = Math.min(
    bars.length,
    toMs === Number.POSITIVE_INFINITY ? bars.length : firstBarFrom(bars, toMs),
  );
  return bars;
}
