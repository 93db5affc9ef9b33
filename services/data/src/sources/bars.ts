/**
 * History of minutes: only the spans the table lacks are asked for, several pages at once. Then the higher
 * bars of the whole span are compared with their minutes, whether or not any was written: an earlier job may
 * have ended in between.
 */
import { KlineColumns } from '@platform/columns';
import type { Kline } from '@platform/contracts';
import { barOpenTimeMs, MINUTE_MS } from '@platform/core';
import type {
  BarStore,
  ExchangeMinutes,
  Fetched,
  HistoryRequest,
  Page,
  Piece,
  Series,
  WrittenBars,
} from '../app/ports';
import { rebuildChunk, rebuildRange } from '../app/rebuild';
import { findClosedBarFault } from '../domain/bar-check';
import { hull, type Span } from '../domain/spans';
import type { Coverage } from '../store/coverage';

const PAGES_AT_ONCE = 8;
const SETTLED_AFTER_MS = 2_000;
/** An estimate, for the progress bar alone: a minute is compared about ten times as fast as it is fetched. */
const HIGHER_BARS_WEIGHT = 0.1;

export interface BarHistoryParts {
  /** The series that are followed live: a symbol has its history in the same markets. */
  readonly configured: readonly Series[];
  readonly store: BarStore;
  readonly coverage: Pick<Coverage, 'missingMinutes'>;
  readonly exchange: ExchangeMinutes;
  readonly written: WrittenBars;
  /** The live edge of this series may go on from more history now. */
  readonly reload: (series: Series) => void;
  readonly onDropped: (reason: string, series: Series) => void;
}

export class BarHistory {
  constructor(private readonly parts: BarHistoryParts) {}

  async history({ symbols, fromMs: askedFromMs, toMs: askedToMs }: HistoryRequest): Promise<Piece[]> {
    const fromMs = barOpenTimeMs('1m', askedFromMs + MINUTE_MS - 1);
    // The newest minutes are live ingest's: a minute that has just ended may not be whole at the exchange
    // yet.
    const toMs = barOpenTimeMs('1m', Math.min(askedToMs, this.parts.exchange.nowMs() - SETTLED_AFTER_MS));
    if (fromMs >= toMs) return [];
    const pieces: Piece[] = [];
    for (const symbol of symbols) {
      for (const series of this.seriesOf(symbol)) {
        const missing = await this.parts.coverage.missingMinutes(series, fromMs, toMs);
        pieces.push(...this.pieces(series, missing, { fromMs, toMs }));
      }
    }
    return pieces;
  }

  /** Not every symbol is traded in both markets; of one that is not configured, both are asked for. */
  private seriesOf(symbol: string): readonly Series[] {
    const both = (['perp', 'spot'] as const).map((market): Series => ({ market, symbol }));
    const configured = both.filter(({ market }) =>
      this.parts.configured.some((series) => series.market === market && series.symbol === symbol),
    );
    return configured.length > 0 ? configured : both;
  }

  private pieces(series: Series, missing: readonly Span[], span: Span): Piece[] {
    const { store, written, reload } = this.parts;
    const label = `${series.symbol} ${series.market}`;
    /** Where minutes were written and the higher bars have not followed yet. */
    let unsettled: Span | undefined;
    let hasChanged = false;
    const settled = () => {
      unsettled = undefined;
      if (!hasChanged) return;
      hasChanged = false;
      written.changed(series);
      reload(series);
    };
    const minutes = missing.map(({ fromMs, toMs }): Piece => {
      const page = async (cursorMs: number) =>
        mapped(await this.page(series, cursorMs, toMs), (found) => ({
          ...found,
          write: async () => {
            if (found.rowCount > 0) {
              unsettled = hull([{ fromMs: cursorMs, toMs: found.nextMs }], unsettled ? [unsettled] : []);
              hasChanged = true;
            }
            return await found.write();
          },
        }));
      return { label, fromMs, toMs, page };
    });
    const higher: Piece = {
      label: `${label} time frames`,
      ...span,
      weight: HIGHER_BARS_WEIGHT,
      page: async (cursorMs) => {
        const { changed, nextMs } = await rebuildChunk(store, series, cursorMs, span.toMs);
        hasChanged ||= changed > 0;
        if (nextMs >= span.toMs) settled();
        return {
          kind: 'ok',
          value: { rowCount: 0, newestMs: null, nextMs, write: () => Promise.resolve(changed) },
        };
      },
      settle: async (signal) => {
        if (unsettled !== undefined)
          await rebuildRange(store, series, unsettled.fromMs, unsettled.toMs, signal);
        settled();
      },
    };
    return [...minutes, higher];
  }

  /** The first request finds where bars begin, the others follow it side by side. */
  private async page(series: Series, cursorMs: number, toMs: number): Promise<Fetched<Page>> {
    const { exchange } = this.parts;
    const lastMs = toMs - MINUTE_MS;
    const first = await exchange.minutes(series, cursorMs, lastMs);
    if (first.kind !== 'ok') return first;
    if (first.value.length === 0) return { kind: 'ok', value: this.rows(series, [], toMs) };
    const all: Kline[] = [...first.value];
    const pageMs = first.value.length * MINUTE_MS;
    const starts: number[] = [];
    let nextMs = all.at(-1)!.open_time + MINUTE_MS;
    for (let i = 1; i < PAGES_AT_ONCE && nextMs <= lastMs; i++, nextMs += pageMs) starts.push(nextMs);
    const more = await Promise.all(
      starts.map((startMs) =>
        exchange.minutes(series, startMs, Math.min(lastMs, startMs + pageMs - MINUTE_MS)),
      ),
    );
    for (const [i, answer] of more.entries()) {
      // What came before the first failure is kept; the next page tries again from there.
      if (answer.kind !== 'ok') return { kind: 'ok', value: this.rows(series, all, starts[i]!) };
      all.push(...answer.value);
    }
    return { kind: 'ok', value: this.rows(series, all, Math.min(nextMs, toMs)) };
  }

  private rows(series: Series, bars: readonly Kline[], nextMs: number): Page {
    const { store, exchange, onDropped } = this.parts;
    const columns = new KlineColumns(bars.length);
    let newestMs = Number.NEGATIVE_INFINITY;
    for (const bar of bars) {
      const fault =
        bar.open_time <= newestMs ? 'out of order' : findClosedBarFault(bar, '1m', exchange.nowMs());
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

function mapped<T, R>(answer: Fetched<T>, map: (value: T) => R): Fetched<R> {
  return answer.kind === 'ok' ? { kind: 'ok', value: map(answer.value) } : answer;
}
