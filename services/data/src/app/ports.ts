/**
 * What the use cases need from outside; a port of one function is a function. Stores throw when the database
 * fails, the exchange answers with values.
 */

import type { KlineColumns } from '@platform/columns';
import type { BackfillRequest, Kline, KlineMessage, Market } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { SourceState } from '../domain/source-health';

/** One symbol in one market: a series of minutes and everything made of it. */
export interface Series {
  readonly market: Market;
  readonly symbol: string;
}

export interface BarStore {
  /** In one transaction, announced as KlineWritten; returns the bars that were new or different. */
  writeLive(bars: readonly KlineMessage[]): Promise<readonly KlineMessage[]>;
  /**
   * Any number of bars of one series and time frame, oldest first; returns how many were new or different.
   */
  writeBulk(series: Series, timeframe: Timeframe, bars: KlineColumns): Promise<number>;
  newestMinuteMs(series: Series): Promise<number | null>;
  /** Bars that open in [fromMs, toMs); the newest `limit` of them. */
  read(
    series: Series,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
    limit?: number,
  ): Promise<KlineColumns>;
  /** The same, but the oldest `limit`. */
  readForward(
    series: Series,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<KlineColumns>;
}

export type Fetched<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** No request may be sent for so long. */
  | { readonly kind: 'wait'; readonly waitMs: number }
  | { readonly kind: 'failed'; readonly message: string; readonly isRetryable: boolean };

export interface ExchangeMinutes {
  /** The exchange's time. */
  nowMs(): number;
  resync(): Promise<unknown>;
  /** Minutes that open in [fromMs, toMs], oldest first, as many as one request gives. */
  minutes(series: Series, fromMs: number, toMs: number): Promise<Fetched<readonly Kline[]>>;
}

/** Never throws and never loses order within a subject; what the bus does not take now is taken later. */
export type PublishBars = (bars: readonly KlineMessage[]) => void;

/** Somebody who keeps bars in memory and wants to know what was written. */
export interface WrittenBars {
  appended(bars: readonly KlineMessage[]): void;
  /** Something older than the newest bar changed. */
  changed(series: Series): void;
}

/** Notified of what the bus did not take. */
export interface PublisherEvents {
  onFailed(reason: string, barCount: number): void;
  onWaiting(barCount: number): void;
}

export interface LiquidationRecord {
  readonly symbol: string;
  readonly ts: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly qty: number;
}

export interface Page {
  readonly rowCount: number;
  /** The data's own time of the newest row; null without rows. */
  readonly newestMs: number | null;
  /** Where to go on; not beyond the cursor means stuck. */
  readonly nextMs: number;
  write(): Promise<number>;
}

export interface Piece {
  readonly label: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** How long a span of it takes, compared with a span that is fetched; 1 when absent. */
  readonly weight?: number;
  page(cursorMs: number): Promise<Fetched<Page>>;
  /**
   * Of a job that ends before its last page: makes whole what was written so far, or throws when the signal
   * ends it.
   */
  settle?(signal: AbortSignal): Promise<void>;
}

export interface HistoryRequest {
  readonly symbols: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly period: NonNullable<BackfillRequest['period']>;
}

/** What is remembered of each source. */
export interface SourceStates {
  load(): Promise<ReadonlyMap<string, SourceState>>;
  save(source: string, cadenceMs: number, state: SourceState): Promise<void>;
}

export interface TimedRow {
  readonly timeMs: number;
  /** As it is sent. */
  readonly row: unknown;
  /** Rows of several series at once, such as kinds of ratio, are judged each for itself. */
  readonly group: string;
}

/** The newest rows of each dataset other than bars, oldest first. */
export interface WarmupRows {
  funding(symbol: string, count: number): Promise<readonly TimedRow[]>;
  openInterest(symbol: string, count: number): Promise<readonly TimedRow[]>;
  longShortRatio(symbol: string, count: number): Promise<readonly TimedRow[]>;
  fearGreed(count: number): Promise<readonly TimedRow[]>;
  macro(seriesId: string | undefined, count: number): Promise<readonly TimedRow[]>;
  liquidations(symbol: string, fromMs: number, count: number): Promise<readonly TimedRow[]>;
}
