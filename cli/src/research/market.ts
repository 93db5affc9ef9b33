/** The bars that an experiment is made on: from files here, or from the platform's database (stored-market.ts). */
import { type BarSeries, type FundingSeries, firstBarFrom, type Timeframe } from '@platform/core';
import type { StrategyDefinition } from '@platform/strategies';
import { loadBars } from '../backtest/bars';
import { readFundingFile } from '../backtest/csv';
import { refuseMissingTakerVolume } from '../backtest/input';
import type { Span } from '../backtest/options';

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

/** Files by symbol. */
export function fromFiles(
  files: ReadonlyMap<string, string>,
  fundingFile: string | undefined,
  nowMs: number,
): MarketSource {
  return {
    load: async (symbol, strategy, timeframe, span) => {
      const path = files.get(symbol)!;
      const { bars, hasTakerBuyVolume } = loadBars(path, timeframe, nowMs);
      refuseMissingTakerVolume(strategy.name, path, hasTakerBuyVolume);
      const funding = fundingFile === undefined ? undefined : readFundingFile(fundingFile);
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
