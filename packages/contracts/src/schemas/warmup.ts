/** POST /warmup: the windows of data a bot needs before it may decide anything. */
import { type Static, Type } from 'typebox';
import { LOOKBACK_MINUTES, LOOKBACK_ROWS, WARMUP_DATASETS } from '../limits';
import { DATASET_KINDS } from '../vocabulary/datasets';
import { Closed, EpochMs, Nullable, OneOf, TimeframeName, TradingSymbol } from './primitives';

const rows = Type.Integer({ minimum: LOOKBACK_ROWS.min, maximum: LOOKBACK_ROWS.max });
const minutes = Type.Integer({ minimum: LOOKBACK_MINUTES.min, maximum: LOOKBACK_MINUTES.max });

const klines = <K extends 'spot_klines' | 'perp_klines'>(kind: K) =>
  Closed({ kind: Type.Literal(kind), symbol: TradingSymbol, timeframe: TimeframeName, lookback_bars: rows });

const perSymbol = <K extends 'funding_rates' | 'open_interest' | 'long_short_ratio'>(kind: K) =>
  Closed({ kind: Type.Literal(kind), symbol: TradingSymbol, lookback_count: rows });

export const WarmupDataset = Type.Union([
  klines('spot_klines'),
  klines('perp_klines'),
  perSymbol('funding_rates'),
  perSymbol('open_interest'),
  perSymbol('long_short_ratio'),
  Closed({ kind: Type.Literal('fear_greed'), lookback_count: rows }),
  Closed({
    kind: Type.Literal('macro'),
    series_id: Type.Optional(
      Type.String({ minLength: 1, pattern: '\\S', description: 'Absent: every series' }),
    ),
    lookback_count: rows,
  }),
  Closed({ kind: Type.Literal('liquidations'), symbol: TradingSymbol, lookback_minutes: minutes }),
]);
export type WarmupDataset = Static<typeof WarmupDataset>;

export const WarmupRequest = Closed({
  datasets: Type.Array(WarmupDataset, { minItems: WARMUP_DATASETS.min, maxItems: WARMUP_DATASETS.max }),
});
export type WarmupRequest = Static<typeof WarmupRequest>;

export const WarmupDatasetResult = Type.Object({
  kind: OneOf(DATASET_KINDS),
  symbol: Nullable(TradingSymbol),
  timeframe: Nullable(TimeframeName),
  requested: Type.Integer({ description: 'Rows, or minutes for liquidations' }),
  returned: Type.Integer(),
  is_complete: Type.Boolean(),
  freshness_ts: Nullable(EpochMs),
  /** Left open here because serialising a union would test every row; the row types are in market.ts. */
  rows: Type.Array(Type.Unknown(), { description: 'Ascending by time; the shape follows kind' }),
});
export type WarmupDatasetResult = Static<typeof WarmupDatasetResult>;

export const WarmupResponse = Type.Object({ datasets: Type.Array(WarmupDatasetResult) });
export type WarmupResponse = Static<typeof WarmupResponse>;
