/** Backfill jobs and the health of sources. Jobs live in memory; the rows they wrote stay. */
import { type Static, Type } from 'typebox';
import { ErrorBody } from '../errors/body';
import { BACKFILL_SOURCES, BACKFILL_STATUSES, STATISTICS_PERIODS } from '../vocabulary/datasets';
import { Closed, EpochMs, IsoTime, Nullable, OneOf, TradingSymbol } from './primitives';

export const BackfillSourceParams = Closed({ source: OneOf(BACKFILL_SOURCES) });
export const BackfillJobParams = Closed({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const BackfillRequest = Closed({
  symbols: Type.Optional(
    Type.Array(TradingSymbol, { minItems: 1, maxItems: 500, description: 'Absent: the configured ones' }),
  ),
  from_ts: Type.Optional(EpochMs),
  to_ts: Type.Optional(EpochMs),
  period: Type.Optional(
    OneOf(STATISTICS_PERIODS, { description: 'Of open interest and ratios; 1h when absent' }),
  ),
});
export type BackfillRequest = Static<typeof BackfillRequest>;

export const BackfillJob = Type.Object({
  id: Type.String(),
  source: OneOf(BACKFILL_SOURCES),
  status: OneOf(BACKFILL_STATUSES),
  rows_fetched: Type.Integer({ minimum: 0 }),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
  symbols: Type.Array(Type.String(), { description: 'Empty for sources without symbols' }),
  from_ts: EpochMs,
  to_ts: EpochMs,
  rows_written: Type.Integer({ minimum: 0, description: 'Rows that were new or different' }),
  progress: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the missing time that was worked through',
  }),
  rows_per_second: Type.Number({ minimum: 0 }),
  eta_seconds: Nullable(Type.Number({ minimum: 0 })),
  error: Type.Optional(Type.String({ description: 'Present on failure' })),
});
export type BackfillJob = Static<typeof BackfillJob>;

export const BackfillConflictBody = Type.Object({ ...ErrorBody.properties, existing_job_id: Type.String() });
export type BackfillConflictBody = Static<typeof BackfillConflictBody>;

export const BackfillCancelled = Type.Object({ status: Type.Literal('cancelled') });

export const CoverageGap = Type.Object({
  from_ts: EpochMs,
  to_ts: EpochMs,
  missing: Type.Integer({ minimum: 1, description: 'Rows that should lie in [from_ts, to_ts)' }),
});
export type CoverageGap = Static<typeof CoverageGap>;

export const Coverage = Type.Object({
  symbol: Nullable(Type.String()),
  market: Nullable(Type.String()),
  timeframe: Nullable(Type.String()),
  earliest: Nullable(EpochMs),
  latest: Nullable(EpochMs),
  row_count: Type.Integer(),
  gap_count: Type.Integer({ description: 'Above zero: rows are missing in between' }),
  gaps: Type.Array(CoverageGap, { description: 'The first hundred, oldest first' }),
});
export type Coverage = Static<typeof Coverage>;

export const BackfillReport = Type.Object({
  source: OneOf(BACKFILL_SOURCES),
  coverage: Type.Array(Coverage),
});
export type BackfillReport = Static<typeof BackfillReport>;

export const SourceHealth = Type.Object({
  name: Type.String(),
  status: OneOf(['healthy', 'stale', 'quarantined', 'pending']),
  last_success_at: Nullable(IsoTime),
  freshness_seconds: Nullable(Type.Number({ description: 'Wall-clock age of the newest row' })),
  cadence_seconds: Type.Number(),
  consecutive_failures: Type.Integer(),
  last_error: Nullable(Type.String()),
});
export type SourceHealth = Static<typeof SourceHealth>;

export const SourcesHealthResponse = Type.Object({ sources: Type.Array(SourceHealth) });
export type SourcesHealthResponse = Static<typeof SourcesHealthResponse>;

export const SourceNameParams = Closed({ name: Type.String({ minLength: 1, maxLength: 64 }) });
export const UnquarantineResponse = Type.Object({
  status: Type.Literal('unquarantined'),
  name: Type.String(),
});
