/** What live ingest and its repair work with, and whom they tell. */
import type { KlineMessage } from '@platform/contracts';
import type { Chance, ErrorLog, Time } from '@platform/service-kit';
import type { BarStore, ExchangeMinutes, PublishBars, Series, WrittenBars } from './ports';

export interface StreamEvents {
  onDown(reason: string): void;
  onUnreadable(reason: string): void;
}

export interface IngestEvents extends StreamEvents {
  onWritten(bars: readonly KlineMessage[]): void;
  onWriteFailed(error: unknown, barCount: number): void;
  onDropped(reason: string, series: Series): void;
  onRepairFailed(series: Series, reason: string): void;
  onRepaired(series: Series, barCount: number): void;
  /** The exchange itself has no such minutes. */
  onHole(series: Series, fromMs: number, toMs: number): void;
}

export interface IngestParts {
  readonly store: BarStore;
  readonly exchange: ExchangeMinutes;
  readonly publish: PublishBars;
  readonly written: WrittenBars;
  readonly events: IngestEvents;
  readonly signal: AbortSignal;
  readonly guard: ErrorLog['guard'];
  readonly time: Time;
  readonly chance: Chance;
}
