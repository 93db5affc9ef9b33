/** Funding settlements: every 8 h for most symbols, oftener for some. */
import { DAY_MS, MINUTE_MS } from '@platform/core';
import type { MarketData } from '@platform/exchange';
import type { HistoryRequest, Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import { fetched } from '../exchange/minutes';
import type { PostgresRows } from '../store/rows';
import { pageOf, pollPieces } from './source';

const PAGE_ROWS = 1_000;
/** The first poll brings as many settlements as a strategy can ask its warm-up for: 98 of them, 8 h apart. */
const FIRST_POLL_MS = 34 * DAY_MS;
const POLL_MS = 3 * DAY_MS;

export class Funding {
  constructor(
    private readonly marketData: MarketData,
    private readonly rows: PostgresRows,
  ) {}

  history({ symbols, fromMs, toMs }: Pick<HistoryRequest, 'symbols' | 'fromMs' | 'toMs'>): Piece[] {
    return symbols.map((symbol) => ({
      label: symbol,
      fromMs,
      toMs,
      page: async (cursorMs) => {
        const range = { fromMs: cursorMs, toMs: toMs - 1, limit: PAGE_ROWS };
        const outcome = await this.marketData.fundingRates(symbol, range);
        return fetched(outcome, (rates) =>
          pageOf(
            rates.map(toRow),
            (row) => row.funding_time,
            (rows) => this.rows.funding(rows),
            toMs,
          ),
        );
      },
    }));
  }

  scheduled(symbols: readonly string[], nowMs: () => number, signal: AbortSignal): ScheduledSource {
    let lookbackMs = FIRST_POLL_MS;
    return {
      name: 'funding',
      cadenceMs: 10 * MINUTE_MS,
      poll: async () => {
        const toMs = nowMs();
        const polled = await pollPieces(this.history({ symbols, fromMs: toMs - lookbackMs, toMs }), signal);
        lookbackMs = POLL_MS;
        return polled;
      },
    };
  }
}

function toRow(rate: { symbol: string; timeMs: number; rate: string; markPrice: string | undefined }) {
  return {
    symbol: rate.symbol,
    funding_time: rate.timeMs,
    rate: Number(rate.rate),
    mark_price: rate.markPrice === undefined ? null : Number(rate.markPrice),
  };
}
