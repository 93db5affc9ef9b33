import type { Database } from '@platform/service-kit';
import type { SourceStates } from '../app/ports';
import type { SourceState } from '../domain/source-health';

interface Row {
  source: string;
  status: 'active' | 'quarantined';
  failure_streak: number;
  last_success_at: Date | null;
  last_data_ts: string | null;
  last_error: string | null;
  quarantined_at: Date | null;
}

/** market.source_state; its triggers tell the console and trading.data_events. */
export class PostgresSourceStates implements SourceStates {
  constructor(private readonly database: Database) {}

  async load(): Promise<ReadonlyMap<string, SourceState>> {
    const { rows } = await this.database.pool.query<Row>('SELECT * FROM market.source_state');
    return new Map(
      rows.map((row) => [
        row.source,
        {
          status: row.status,
          failureStreak: row.failure_streak,
          lastSuccessAtMs: row.last_success_at?.getTime() ?? null,
          lastDataMs: row.last_data_ts === null ? null : Number(row.last_data_ts),
          lastError: row.last_error,
          quarantinedAtMs: row.quarantined_at?.getTime() ?? null,
        },
      ]),
    );
  }

  async save(source: string, cadenceMs: number, state: SourceState): Promise<void> {
    await this.database.pool.query(
      `INSERT INTO market.source_state AS known
         (source, cadence_ms, status, failure_streak, last_success_at, last_data_ts, last_error, last_error_at, quarantined_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7::text IS NULL THEN NULL ELSE now() END, $8)
       ON CONFLICT (source) DO UPDATE SET cadence_ms = excluded.cadence_ms, status = excluded.status,
         failure_streak = excluded.failure_streak, last_success_at = excluded.last_success_at,
         last_data_ts = excluded.last_data_ts, last_error = excluded.last_error,
         last_error_at = coalesce(excluded.last_error_at, known.last_error_at), quarantined_at = excluded.quarantined_at`,
      [
        source,
        cadenceMs,
        state.status,
        state.failureStreak,
        date(state.lastSuccessAtMs),
        state.lastDataMs,
        state.lastError,
        date(state.quarantinedAtMs),
      ],
    );
  }
}

function date(timeMs: number | null): Date | null {
  return timeMs === null ? null : new Date(timeMs);
}
