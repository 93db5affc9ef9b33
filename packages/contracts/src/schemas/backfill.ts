/** Backfill jobs and the health of sources. Jobs live in memory; the rows they wrote stay. */
import { type Static, Type } from 'typebox';
import { ErrorBody } from '../errors/body';
import { BACKFILL_SOURCES, BACKFILL_STATUSES } from '../vocabulary/datasets';
import { Closed, EpochMs, IsoTime, Nullable, OneOf, TradingSymbol } from './primitives';

export const BackfillSourceParams = Closed({ source: OneOf(BACKFILL_SOURCES) });
export const BackfillJobParams = Closed({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const BackfillRequest = Closed({
  symbols: Type.Optional(Type.Array(TradingSymbol, { minItems: 1, maxItems: 100 })),
  from_ts: Type.Optional(EpochMs),
  to_ts: Type.Optional(EpochMs),
});
export type BackfillRequest = Static<typeof BackfillRequest>;

export const BackfillJob = Type.Object({
  id: Type.String(),
  source: OneOf(BACKFILL_SOURCES),
  status: OneOf(BACKFILL_STATUSES),
  rows_fetched: Type.Integer({ minimum: 0 }),
  started_at: IsoTime,
  error: Type.Optional(Type.String({ description: 'Present on failure' })),
});
export type BackfillJob = Static<typeof BackfillJob>;

export const BackfillConflictBody = Type.Object({ ...ErrorBody.properties, existing_job_id: Type.String() });
export type BackfillConflictBody = Static<typeof BackfillConflictBody>;

export const BackfillCancelled = Type.Object({ status: Type.Literal('cancelled') });

export const BackfillReport = Type.Object({
  source: OneOf(BACKFILL_SOURCES),
  coverage: Type.Array(
    Type.Object({
      symbol: Nullable(Type.String()),
      earliest: Nullable(EpochMs),
      latest: Nullable(EpochMs),
      row_count: Type.Integer(),
      gap_count: Type.Integer({ description: 'Above zero: rows are missing in between' }),
    }),
  ),
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
