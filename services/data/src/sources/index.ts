/**
 * Every source there is, built from the configuration: what is polled, and what has a history. A new source
 * is a module and a line here.
 */
import type { BackfillSource } from '@platform/contracts';
import {
  type Exchange,
  FearGreedSource,
  MacroSeriesSource,
  OptionsBookSource,
  StablecoinSupplySource,
} from '@platform/exchange';
import { systemTime } from '@platform/service-kit';
import type { Histories } from '../app/backfill';
import type { ScheduledSource } from '../app/scheduler';
import type { DataConfig } from '../config';
import type { PostgresRows } from '../store/rows';
import { BarHistory, type BarHistoryParts } from './bars';
import { FearGreedIndex } from './fear-greed';
import { Funding } from './funding';
import { GammaSnapshots } from './gamma-exposure';
import { LongShortRatio } from './long-short-ratio';
import { Macro } from './macro';
import { OpenInterest } from './open-interest';
import { StablecoinSupply } from './stablecoin-supply';

export interface SourceParts {
  readonly config: DataConfig;
  readonly exchange: Exchange;
  readonly rows: PostgresRows;
  readonly bars: BarHistoryParts;
  readonly signal: AbortSignal;
  readonly onUnusable: (source: string, reason: string) => void;
}

export interface Sources {
  readonly scheduled: readonly ScheduledSource[];
  readonly histories: Histories;
  readonly symbols: Readonly<Record<BackfillSource, readonly string[]>>;
  close(): Promise<void>;
}

export function createSources({ config, exchange, rows, bars, signal, onUnusable }: SourceParts): Sources {
  const { marketData, clock: exchangeClock } = exchange;
  const exchangeNowMs = () => exchangeClock.nowMs();
  const { nowMs } = systemTime;
  const outside = (baseUrl: string) => ({ baseUrl, clock: systemTime });

  const fearGreedSource = new FearGreedSource(outside(config.PLATFORM_DATA_FEAR_GREED_URL));
  const stablecoinSource = new StablecoinSupplySource(outside(config.PLATFORM_DATA_STABLECOIN_URL));
  const optionsSource = new OptionsBookSource(outside(config.PLATFORM_DATA_OPTIONS_URL));
  const macro = macroOf(config, rows);
  if (macro === undefined) onUnusable('macro', 'PLATFORM_DATA_FRED_API_KEY is not set');

  const funding = new Funding(marketData, rows);
  const openInterest = new OpenInterest(marketData, rows, exchangeNowMs);
  const ratios = new LongShortRatio(marketData, rows, exchangeNowMs);
  const fearGreed = new FearGreedIndex(fearGreedSource, rows, nowMs);
  const stablecoins = new StablecoinSupply(stablecoinSource, rows, nowMs);
  const gamma = new GammaSnapshots(optionsSource, rows);
  const minutes = new BarHistory(bars);

  const perp = config.PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS;
  const fundingSymbols = config.PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS;
  return {
    scheduled: [
      funding.scheduled(fundingSymbols, exchangeNowMs, signal),
      openInterest.scheduled(perp, signal),
      ratios.scheduled(perp, signal),
      fearGreed.scheduled(signal),
      stablecoins.scheduled(signal),
      gamma.scheduled(nowMs, signal),
      ...(macro === undefined ? [] : [macro.source.scheduled(signal)]),
    ],
    histories: {
      klines: (request) => minutes.history(request),
      funding: (request) => funding.history(request),
      open_interest: (request) => openInterest.history(request),
      metrics: (request) => ratios.history(request),
      sentiment: ({ fromMs, toMs }) => [fearGreed.history(fromMs, toMs), stablecoins.history(fromMs, toMs)],
      macro: ({ fromMs, toMs }) => {
        if (macro === undefined) throw new Error('macro needs PLATFORM_DATA_FRED_API_KEY');
        return macro.source.history(fromMs, toMs);
      },
      gex: ({ fromMs, toMs }) => gamma.history(fromMs, toMs),
    },
    symbols: {
      klines: [...new Set([...perp, ...config.PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS])],
      funding: fundingSymbols,
      open_interest: perp,
      metrics: perp,
      sentiment: [],
      macro: [],
      gex: [],
    },
    close: async () => {
      const closing = [
        fearGreedSource,
        stablecoinSource,
        optionsSource,
        ...(macro === undefined ? [] : [macro.provider]),
      ];
      await Promise.all(closing.map((source) => source.close()));
    },
  };
}

function macroOf(config: DataConfig, rows: PostgresRows) {
  const key = config.PLATFORM_DATA_FRED_API_KEY;
  if (key === undefined) return undefined;
  const provider = new MacroSeriesSource({
    baseUrl: config.PLATFORM_DATA_MACRO_URL,
    clock: systemTime,
    apiKey: key.reveal(),
  });
  return { provider, source: new Macro(provider, rows, systemTime.nowMs) };
}
