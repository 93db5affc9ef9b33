/**
 * Supply of dollar stablecoins, one total a day, and its ratio: what all bitcoins are worth per dollar of it.
 * The provider answers all of history at once; the price is the day's first, from our own bars, and without
 * it the ratio is null until the next poll.
 */
import { DAY_MS, HOUR_MS } from '@platform/core';
import type { StablecoinSupplySource } from '@platform/exchange';
import type { Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import { issuedBitcoins } from '../domain/bitcoin-supply';
import type { PostgresRows } from '../store/rows';
import { fromSource, pageOf, pollPieces } from './source';

const ALL_ASSETS = 'all';

interface SupplyDay {
  readonly asset: string;
  readonly ts: number;
  readonly supply_usd: number;
}

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
              (given) => this.write(given),
              toMs,
            ),
            nextMs: toMs,
          };
        }),
    };
  }

  /** Oldest first. */
  private async write(days: readonly SupplyDay[]): Promise<number> {
    if (days.length === 0) return 0;
    const prices = await this.rows.bitcoinPrices(days[0]!.ts, days[days.length - 1]!.ts);
    const rows = days.map((day) => {
      const price = prices.get(day.ts);
      const isKnown = price !== undefined && day.supply_usd > 0;
      return { ...day, supply_ratio: isKnown ? (price * issuedBitcoins(day.ts)) / day.supply_usd : null };
    });
    return await this.rows.stablecoins(rows);
  }

  scheduled(signal: AbortSignal): ScheduledSource {
    return {
      name: 'stablecoin_supply',
      cadenceMs: 6 * HOUR_MS,
      poll: () => pollPieces([this.history(this.nowMs() - 7 * DAY_MS, this.nowMs() + 1)], signal),
    };
  }
}
