/** Open interest per symbol, hourly. */
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import type { MarketData } from '@platform/exchange';
import type { HistoryRequest, Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import { fetched } from '../exchange/minutes';
import type { PostgresRows } from '../store/rows';
import { pageOf, pollPieces } from './source';
import { keptSince, PAGE_ROWS, pageEndMs, periodMs } from './statistics';

export class OpenInterest {
  constructor(
    private readonly marketData: MarketData,
    private readonly rows: PostgresRows,
    private readonly nowMs: () => number,
  ) {}

  history({ symbols, fromMs, toMs, period }: HistoryRequest): Piece[] {
    const stepMs = periodMs(period);
    return symbols.map((symbol) => ({
      label: symbol,
      fromMs: keptSince(fromMs, this.nowMs()),
      toMs,
      page: async (cursorMs) => {
        const endMs = pageEndMs(cursorMs, toMs, stepMs);
        const range = { fromMs: cursorMs, toMs: endMs, limit: PAGE_ROWS };
        const outcome = await this.marketData.openInterest(symbol, period, range);
        return fetched(outcome, (points) =>
          pageOf(
            points.map((point) => ({
              symbol,
              ts: point.timeMs,
              open_interest: Number(point.quantity),
              open_interest_usd: Number(point.valueUsd),
            })),
            (row) => row.ts,
            (rows) => this.rows.openInterest(rows),
            endMs + 1,
          ),
        );
      },
    }));
  }

  scheduled(symbols: readonly string[], signal: AbortSignal): ScheduledSource {
    return {
      name: 'open_interest',
      cadenceMs: 10 * MINUTE_MS,
      poll: () => {
        const toMs = this.nowMs();
        return pollPieces(this.history({ symbols, fromMs: toMs - 6 * HOUR_MS, toMs, period: '1h' }), signal);
      },
    };
  }
}
