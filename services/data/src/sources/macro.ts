/** Macro-economic series. They need the provider's key; revisions of the last weeks are taken over. */
import { DAY_MS, HOUR_MS } from '@platform/core';
import type { MacroSeriesSource } from '@platform/exchange';
import type { Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import type { PostgresRows } from '../store/rows';
import { fromSource, pageOf, pollPieces } from './source';

/** Policy rate, yields, volatility, stocks, dollar, oil, central bank balance sheet, prices, jobs, money. */
export const MACRO_SERIES = [
  'DFF',
  'DGS2',
  'DGS10',
  'T10Y2Y',
  'VIXCLS',
  'SP500',
  'DTWEXBGS',
  'DCOILWTICO',
  'WALCL',
  'CPIAUCSL',
  'UNRATE',
  'M2SL',
] as const;

/** Monthly series are published with weeks of delay. */
const POLL_WINDOW_MS = 75 * DAY_MS;

export class Macro {
  constructor(
    private readonly source: MacroSeriesSource,
    private readonly rows: PostgresRows,
    private readonly nowMs: () => number,
  ) {}

  history(fromMs: number, toMs: number): Piece[] {
    return MACRO_SERIES.map((seriesId) => ({
      label: seriesId,
      fromMs,
      toMs,
      page: async (cursorMs) => {
        // A monthly series has no value in most weeks, and an empty answer is no proof of anything: ask for
        // more.
        const fromDay = new Date(cursorMs - POLL_WINDOW_MS).toISOString().slice(0, 10);
        return fromSource(await this.source.observations(seriesId, fromDay), (observations) => {
          const rows = observations
            .filter(({ dayMs }) => dayMs >= cursorMs && dayMs < toMs)
            .map(({ dayMs, value }) => ({ series_id: seriesId, ts: dayMs, value: Number(value) }));
          return {
            ...pageOf(
              rows,
              (row) => row.ts,
              (given) => this.rows.macro(given),
              toMs,
            ),
            nextMs: toMs,
          };
        });
      },
    }));
  }

  scheduled(signal: AbortSignal): ScheduledSource {
    return {
      name: 'macro',
      cadenceMs: 6 * HOUR_MS,
      poll: () => pollPieces(this.history(this.nowMs() - POLL_WINDOW_MS, this.nowMs() + 1), signal),
    };
  }
}
