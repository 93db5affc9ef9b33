/** Supply of dollar stablecoins, one total a day. The provider answers all of history at once. */
import { DAY_MS, HOUR_MS } from '@platform/core';
import type { StablecoinSupplySource } from '@platform/exchange';
import type { ScheduledSource } from '../app/scheduler';
import type { PostgresRows } from '../store/rows';
import { fromSource, type Piece, pageOf, pollPieces } from './source';

const ALL_ASSETS = 'all';

export class StablecoinSupply {
  constructor(
    private readonly source: StablecoinSupplySource,
    private readonly rows: PostgresRows,
    private readonly nowMs: () => number,
  ) {}

  history(fromMs: number, toMs: number): Piece {
    return {
      label: 'stablecoin supply',
      fromMs,
      toMs,
      page: async (cursorMs) =>
        fromSource(await this.source.history(), (days) => {
          const rows = days
            .filter(({ dayMs }) => dayMs >= cursorMs && dayMs < toMs)
            .map(({ dayMs, supplyUsd }) => ({ asset: ALL_ASSETS, ts: dayMs, supply_usd: supplyUsd }));
          return {
            ...pageOf(
              rows,
              (row) => row.ts,
              (given) => this.rows.stablecoins(given),
              toMs,
            ),
            nextMs: toMs,
          };
        }),
    };
  }

  scheduled(signal: AbortSignal): ScheduledSource {
    return {
      name: 'stablecoin_supply',
      cadenceMs: 6 * HOUR_MS,
      poll: () => pollPieces([this.history(this.nowMs() - 7 * DAY_MS, this.nowMs() + 1)], signal),
    };
  }
}
