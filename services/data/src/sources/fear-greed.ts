/** The fear-and-greed index, one value a day. */
import { DAY_MS, HOUR_MS } from '@platform/core';
import type { FearGreedSource } from '@platform/exchange';
import type { Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import type { PostgresRows } from '../store/rows';
import { fromSource, pageOf, pollPieces } from './source';

export class FearGreedIndex {
  constructor(
    private readonly source: FearGreedSource,
    private readonly rows: PostgresRows,
    private readonly nowMs: () => number,
  ) {}

  /** One answer holds as many days as asked for. */
  history(fromMs: number, toMs: number): Piece {
    return {
      label: 'fear and greed',
      fromMs,
      toMs,
      page: async (cursorMs) => {
        const days = Math.ceil((this.nowMs() - cursorMs) / DAY_MS) + 1;
        return fromSource(await this.source.latest(days), (values) => {
          const rows = values
            .filter(({ dayMs }) => dayMs >= cursorMs && dayMs < toMs)
            .map(({ dayMs, value, classification }) => ({ ts: dayMs, value, classification }));
          return {
            ...pageOf(
              rows,
              (row) => row.ts,
              (given) => this.rows.fearGreed(given),
              toMs,
            ),
            nextMs: toMs,
          };
        });
      },
    };
  }

  scheduled(signal: AbortSignal): ScheduledSource {
    return {
      name: 'fear_greed',
      cadenceMs: HOUR_MS,
      poll: () => pollPieces([this.history(this.nowMs() - 4 * DAY_MS, this.nowMs() + 1)], signal),
    };
  }
}
