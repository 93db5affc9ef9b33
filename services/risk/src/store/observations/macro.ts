/**
 * The calendar around now and the newest values of every macro series. Series move a few times a day: they
 * are read again every 10 s.
 */
import type { Database as Schema } from '@platform/db';
import type { CalendarWindow, MacroObservation, MacroSeries } from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';

const SERIES_REFRESH_MS = 10_000;

export class MacroReader {
  private series: readonly MacroSeries[] = [];
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly db: Kysely<Schema>) {}

  async read(observations: number): Promise<MacroObservation> {
    if (performance.now() - this.readAtMs > SERIES_REFRESH_MS) {
      this.series = await this.readSeries(observations);
      this.readAtMs = performance.now();
    }
    const { rows } = await sql<{ now_ms: number; windows: CalendarWindow[] }>`
      SELECT (extract(epoch FROM now()) * 1000)::double precision AS now_ms, coalesce((
        SELECT jsonb_agg(jsonb_build_object('name', event_name,
          'fromMs', extract(epoch FROM starts_at - make_interval(mins => minutes_before)) * 1000,
          'untilMs', extract(epoch FROM starts_at + make_interval(mins => minutes_after)) * 1000))
        FROM risk.macro_calendar
        WHERE now() BETWEEN starts_at - make_interval(mins => minutes_before)
          AND starts_at + make_interval(mins => minutes_after)
      ), '[]') AS windows`.execute(this.db);
    return { nowMs: rows[0]!.now_ms, windows: rows[0]!.windows, series: this.series };
  }

  private async readSeries(observations: number): Promise<MacroSeries[]> {
    const { rows } = await sql<{ series_id: string; times: number[]; values: number[] }>`
      SELECT series.series_id, array_agg(point.ts::double precision ORDER BY point.ts) AS times,
        array_agg(point.value ORDER BY point.ts) AS values
      FROM (SELECT DISTINCT series_id FROM market.macro_series) AS series
      CROSS JOIN LATERAL (
        SELECT ts, value FROM market.macro_series row WHERE row.series_id = series.series_id
        ORDER BY ts DESC LIMIT ${observations}
      ) AS point
      GROUP BY series.series_id`.execute(this.db);
    return rows.map(({ series_id, times, values }) => ({ seriesId: series_id, timesMs: times, values }));
  }
}
