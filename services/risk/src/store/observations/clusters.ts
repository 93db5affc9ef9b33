/**
 * Positions by cluster and network with hourly closes. Closes are read again when the held symbols change,
 * and every minute.
 */
import { scopeText } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Cluster, type CorrelationObservation, PORTFOLIO } from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';
import { groupBy } from '../../domain/group-by';
import type { Marks, OpenPosition } from '../../domain/marked-equity';
import { databaseNowMs } from './database-clock';

const REFRESH_MS = 60_000;
const HOUR_MS = 3_600_000;

type HeldPosition = OpenPosition & { readonly clusterId: string | null };

export class ClusterReader {
  private closes = new Map<string, Float64Array>();
  private key = '';
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly db: Kysely<Schema>) {}

  async read(
    positions: readonly HeldPosition[],
    marks: Marks,
    windowDays: number,
  ): Promise<CorrelationObservation> {
    const held = positions.filter(({ qty }) => qty !== 0);
    await this.refresh([...new Set(held.map(({ symbol }) => symbol))].sort(), windowDays);
    const networks = groupBy(held, ({ network }) => network);
    return {
      clusters: [...networks].flatMap(([network, own]) => {
        const groups = groupBy(own, ({ clusterId }) =>
          clusterId === null ? PORTFOLIO : scopeText({ kind: 'cluster', clusterId }),
        );
        return [...groups].map(([scope, members]) => ({
          scope,
          network,
          ...this.cluster(members, marks),
        }));
      }),
    };
  }

  private cluster(positions: readonly HeldPosition[], marks: Marks): Omit<Cluster, 'scope' | 'network'> {
    const bySymbol = groupBy(positions, ({ symbol }) => symbol);
    const legs = [...bySymbol].flatMap(([symbol, members]) => {
      const qty = members.reduce((sum, position) => sum + position.qty, 0);
      const direction = qty < 0 ? (-1 as const) : (1 as const);
      return qty === 0 ? [] : [{ symbol, direction, closes: this.closes.get(symbol) ?? new Float64Array() }];
    });
    const grossExposureUsd = positions.reduce(
      (sum, { symbol, qty, entryPrice }) => sum + Math.abs(qty) * (marks.latest(symbol) ?? entryPrice),
      0,
    );
    return { grossExposureUsd, legs };
  }

  private async refresh(symbols: readonly string[], windowDays: number): Promise<void> {
    const key = `${windowDays} ${symbols.join(' ')}`;
    if (key === this.key && performance.now() - this.readAtMs < REFRESH_MS) return;
    this.closes = symbols.length < 2 ? new Map() : await this.readCloses(symbols, windowDays);
    this.key = key;
    this.readAtMs = performance.now();
  }

  /** One grid of hours for all symbols; an hour without a bar is NaN. */
  private async readCloses(
    symbols: readonly string[],
    windowDays: number,
  ): Promise<Map<string, Float64Array>> {
    const hours = Math.ceil(windowDays * 24) + 1;
    const newestHour = Math.floor((await databaseNowMs(this.db)) / HOUR_MS);
    const oldestHour = newestHour - hours + 1;
    const { rows } = await sql<{ symbol: string; hour: number; close: number }>`
      SELECT symbol, close, (open_time / ${HOUR_MS})::integer AS hour FROM market.klines
      WHERE market = 'perp' AND timeframe = '1h' AND symbol = ANY (${symbols}::text[])
        AND open_time BETWEEN ${oldestHour * HOUR_MS} AND ${newestHour * HOUR_MS}`.execute(this.db);
    const closes = new Map(symbols.map((symbol) => [symbol, new Float64Array(hours).fill(Number.NaN)]));
    for (const { symbol, hour, close } of rows) closes.get(symbol)![hour - oldestHour] = close;
    return closes;
  }
}
