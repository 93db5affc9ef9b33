/**
 * One-minute bars of the symbols that are traded or held, read on from where the last read ended. Serves
 * toxicity with new bars, positions with marks, and connectivity with how fresh the data is. Two days of
 * closes are kept in memory.
 */
import { TOXICITY_HISTORY_MS } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { SymbolBars, VolumeBar } from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';
import type { Marks } from '../../domain/marked-equity';
import { databaseNowMs } from './database-clock';

const BAR_MS = 60_000;
/** A limit in the query keeps the plan to one index scan each. */
const KEPT_BARS = TOXICITY_HISTORY_MS / BAR_MS;
/**
 * A bar comes once a minute; asking every partition for it at every evaluation would be most of what an
 * evaluation costs.
 */
const READ_EVERY_MS = 3_000;

interface Series {
  lastOpenTimeMs: number;
  readonly openTimesMs: number[];
  readonly closes: number[];
}

export interface BarsRead {
  readonly symbols: readonly SymbolBars[];
  readonly marks: Marks;
  /** Open time of the newest bar of each symbol that has one. */
  readonly newest: ReadonlyMap<string, number>;
}

export class BarFeed {
  private series = new Map<string, Series>();
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly db: Kysely<Schema>) {}

  async read(symbols: readonly string[]): Promise<BarsRead> {
    const series = new Map(
      symbols.map((symbol) => [
        symbol,
        this.series.get(symbol) ?? { lastOpenTimeMs: -1, openTimesMs: [], closes: [] },
      ]),
    );
    const fresh = new Map<string, VolumeBar[]>(symbols.map((symbol) => [symbol, []]));
    const isDue =
      performance.now() - this.readAtMs > READ_EVERY_MS || symbols.some((symbol) => !this.series.has(symbol));
    for (const row of isDue ? await this.rows(series) : []) {
      const openTimeMs = Number(row.open_time);
      fresh.get(row.symbol)!.push({ openTimeMs, volume: row.volume, takerBuyVolume: row.taker_buy_volume });
      append(series.get(row.symbol)!, openTimeMs, row.close);
    }
    // Only now: a read that failed is due again at once.
    if (isDue) this.readAtMs = performance.now();
    this.series = series;
    return {
      symbols: [...fresh].map(([symbol, bars]) => ({ symbol, barMs: BAR_MS, bars })),
      marks: {
        latest: (symbol) => series.get(symbol)?.closes.at(-1) ?? null,
        at: (symbol, timeMs) => closeAt(series.get(symbol), timeMs),
      },
      newest: new Map(
        [...series].flatMap(([symbol, { lastOpenTimeMs }]) =>
          lastOpenTimeMs < 0 ? [] : [[symbol, lastOpenTimeMs] as const],
        ),
      ),
    };
  }

  private async rows(series: ReadonlyMap<string, Series>) {
    if (series.size === 0) return [];
    const after = [...series.values()].map(({ lastOpenTimeMs }) => lastOpenTimeMs);
    const nowMs = await databaseNowMs(this.db);
    const { rows } = await sql<{
      symbol: string;
      open_time: string;
      close: number;
      volume: number;
      taker_buy_volume: number;
    }>`
      SELECT wanted.symbol, bar.open_time, bar.close, bar.volume, bar.taker_buy_volume
      FROM unnest(${[...series.keys()]}::text[], ${after}::bigint[]) AS wanted (symbol, after)
      CROSS JOIN LATERAL (
        SELECT open_time, close, volume, taker_buy_volume FROM market.klines
        WHERE market = 'perp' AND timeframe = '1m' AND symbol = wanted.symbol
          AND open_time > wanted.after AND open_time > ${nowMs - KEPT_BARS * BAR_MS} AND open_time <= ${nowMs}
        ORDER BY open_time LIMIT ${KEPT_BARS}
      ) AS bar
      ORDER BY wanted.symbol, bar.open_time`.execute(this.db);
    return rows;
  }
}

function append(series: Series, openTimeMs: number, close: number): void {
  series.lastOpenTimeMs = openTimeMs;
  series.openTimesMs.push(openTimeMs);
  series.closes.push(close);
  if (series.closes.length > 2 * KEPT_BARS) {
    series.openTimesMs.splice(0, KEPT_BARS);
    series.closes.splice(0, KEPT_BARS);
  }
}

/** The close of the last bar that had ended by then. */
function closeAt(series: Series | undefined, timeMs: number): number | null {
  if (series === undefined) return null;
  let low = 0;
  let high = series.openTimesMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (series.openTimesMs[middle]! + BAR_MS <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : series.closes[low - 1]!;
}
