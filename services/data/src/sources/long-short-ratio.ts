/**
 * Long/short ratios per symbol, hourly: of all accounts, of the largest accounts, of the largest positions.
 */
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import type { MarketData, RatioPopulation } from '@platform/exchange';
import type { HistoryRequest, Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import { fetched } from '../exchange/minutes';
import type { PostgresRows, RatioRecord } from '../store/rows';
import { pageOf, pollPieces } from './source';
import { keptSince, PAGE_ROWS, pageEndMs, periodMs } from './statistics';

const KIND: Readonly<Record<RatioPopulation, RatioRecord['kind']>> = {
  all_accounts: 'global_account',
  top_accounts: 'top_account',
  top_positions: 'top_position',
};

export class LongShortRatio {
  constructor(
    private readonly marketData: MarketData,
    private readonly rows: PostgresRows,
    private readonly nowMs: () => number,
  ) {}

  history(request: HistoryRequest): Piece[] {
    const populations = Object.keys(KIND) as RatioPopulation[];
    return request.symbols.flatMap((symbol) =>
      populations.map((population) => this.piece(symbol, population, request)),
    );
  }

  scheduled(symbols: readonly string[], signal: AbortSignal): ScheduledSource {
    return {
      name: 'long_short_ratio',
      cadenceMs: 10 * MINUTE_MS,
      poll: () => {
        const toMs = this.nowMs();
        return pollPieces(this.history({ symbols, fromMs: toMs - 6 * HOUR_MS, toMs, period: '1h' }), signal);
      },
    };
  }

  private piece(
    symbol: string,
    population: RatioPopulation,
    { fromMs, toMs, period }: HistoryRequest,
  ): Piece {
    const stepMs = periodMs(period);
    return {
      label: `${symbol} ${KIND[population]}`,
      fromMs: keptSince(fromMs, this.nowMs()),
      toMs,
      page: async (cursorMs) => {
        const endMs = pageEndMs(cursorMs, toMs, stepMs);
        const range = { fromMs: cursorMs, toMs: endMs, limit: PAGE_ROWS };
        const outcome = await this.marketData.longShortRatios(symbol, population, period, range);
        return fetched(outcome, (points) =>
          pageOf(
            points.map((point) => ({
              symbol,
              kind: KIND[population],
              ts: point.timeMs,
              ratio: Number(point.ratio),
              long_share: Number(point.longShare),
              short_share: Number(point.shortShare),
            })),
            (row) => row.ts,
            (rows) => this.rows.ratios(rows),
            endMs + 1,
          ),
        );
      },
    };
  }
}
