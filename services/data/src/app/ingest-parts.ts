/** What live ingest and its repair work with, and whom they tell. */
import type { KlineMessage } from '@platform/contracts';
import type { ErrorLog, Time } from '@platform/service-kit';
import type { KlinePublisher, KlineStore, Series, VenueKlines, WrittenBars } from './ports';

export interface IngestEvents {
  onWritten(bars: readonly KlineMessage[]): void;
  onWriteFailed(error: unknown, barCount: number): void;
  onDropped(reason: string, series: Series): void;
  onRepairFailed(series: Series, reason: string): void;
  onRepaired(series: Series, barCount: number): void;
  /** The venue itself has no such minutes. */
  onHole(series: Series, fromMs: number, toMs: number): void;
}

export interface IngestParts {
  readonly store: KlineStore;
  readonly venue: VenueKlines;
  readonly publisher: KlinePublisher;
  readonly written: WrittenBars;
  readonly events: IngestEvents;
  readonly signal: AbortSignal;
  readonly guard: ErrorLog['guard'];
  readonly time: Time;
}
