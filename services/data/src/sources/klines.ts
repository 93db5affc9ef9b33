/** History of minutes: only the stretches the table lacks are asked for, several pages at once, and the higher bars follow. */
import { KlineColumns } from '@platform/columns';
import type { Kline } from '@platform/contracts';
import { barOpenTimeMs, MINUTE_MS } from '@platform/core';
import type { Fetched, KlineStore, Series, VenueKlines, WrittenBars } from '../app/ports';
import { rebuildRange } from '../app/rebuild';
import { findKlineFault } from '../domain/kline-check';
import type { Coverage } from '../store/coverage';
import type { HistoryRequest, Page, Piece } from './source';

const PAGES_AT_ONCE = 8;
const SETTLED_AFTER_MS = 2_000;

export interface KlineHistoryParts {
  readonly store: KlineStore;
  readonly coverage: Pick<Coverage, 'missingMinutes'>;
  readonly venue: VenueKlines;
  readonly written: WrittenBars;
  /** The live edge of this series may go on from more history now. */
  readonly reload: (series: Series) => void;
  readonly onDropped: (reason: string, series: Series) => void;
}

export class KlineHistory {
  constructor(private readonly parts: KlineHistoryParts) {}

  async history({ symbols, fromMs: askedFromMs, toMs: askedToMs }: HistoryRequest): Promise<Piece[]> {
    const fromMs = barOpenTimeMs('1m', askedFromMs + MINUTE_MS - 1);
    // The newest minutes are live ingest's: a minute that has just ended may not be whole at the venue yet.
    const toMs = barOpenTimeMs('1m', Math.min(askedToMs, this.parts.venue.nowMs() - SETTLED_AFTER_MS));
    if (fromMs >= toMs) return [];
    const pieces: Piece[] = [];
    for (const symbol of symbols) {
      for (const market of ['perp', 'spot'] as const) {
        const series = { market, symbol };
        const missing = await this.parts.coverage.missingMinutes(series, fromMs, toMs);
        for (const stretch of missing) pieces.push(this.#piece(series, stretch.fromMs, stretch.toMs));
      }
    }
    return pieces;
  }

  #piece(series: Series, fromMs: number, toMs: number): Piece {
    const { store, written, reload } = this.parts;
    return {
      label: `${series.symbol} ${series.market}`,
      fromMs,
      toMs,
      page: (cursorMs) => this.#page(series, cursorMs, toMs),
      finish: async (signal) => {
        const rebuilt = await rebuildRange(store, series, fromMs, toMs, signal);
        written.changed(series);
        reload(series);
        return rebuilt;
      },
    };
  }

  /** The first request finds where bars begin, the others follow it side by side. */
  async #page(series: Series, cursorMs: number, toMs: number): Promise<Fetched<Page>> {
    const { venue } = this.parts;
    const lastMs = toMs - MINUTE_MS;
    const first = await venue.minutes(series, cursorMs, lastMs);
    if (first.kind !== 'ok') return first;
    if (first.value.length === 0) return { kind: 'ok', value: this.#rows(series, [], toMs) };
    const all: Kline[] = [...first.value];
    const pageMs = first.value.length * MINUTE_MS;
    const starts: number[] = [];
    let nextMs = all.at(-1)!.open_time + MINUTE_MS;
    for (let i = 1; i < PAGES_AT_ONCE && nextMs <= lastMs; i++, nextMs += pageMs) starts.push(nextMs);
    const more = await Promise.all(
      starts.map((startMs) => venue.minutes(series, startMs, Math.min(lastMs, startMs + pageMs - MINUTE_MS))),
    );
    for (const [i, answer] of more.entries()) {
      // What came before the first failure is kept; the next page tries again from there.
      if (answer.kind !== 'ok') return { kind: 'ok', value: this.#rows(series, all, starts[i]!) };
      all.push(...answer.value);
    }
    return { kind: 'ok', value: this.#rows(series, all, Math.min(nextMs, toMs)) };
  }

  #rows(series: Series, bars: readonly Kline[], nextMs: number): Page {
    const { store, venue, onDropped } = this.parts;
    const columns = new KlineColumns(bars.length);
    let newestMs = Number.NEGATIVE_INFINITY;
    for (const bar of bars) {
      const fault = bar.open_time <= newestMs ? 'out of order' : findKlineFault(bar, '1m', venue.nowMs());
      if (fault !== null) {
        onDropped(fault, series);
        continue;
      }
      newestMs = bar.open_time;
      columns.append(bar);
    }
    return {
      rowCount: columns.length,
      newestMs: columns.length === 0 ? null : newestMs,
      nextMs,
      write: () => store.writeBulk(series, '1m', columns),
    };
  }
}
