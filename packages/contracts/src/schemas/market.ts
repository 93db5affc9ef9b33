/**
 * Rows of market data as the data service hands them out and the bus carries them. Observations are numbers,
 * not decimal strings: JSON writes a double so that it reads back to the same bits, which is what every
 * decision is made from.
 */
import { type Static, Type } from 'typebox';
import { MAX_KLINES_PER_REQUEST } from '../limits';
import { MARKETS } from '../vocabulary/trading';
import { Closed, EpochMs, Nullable, OneOf, TimeframeName, TradingSymbol } from './primitives';

export const MarketName = OneOf(MARKETS);

const price = Type.Number({ exclusiveMinimum: 0 });
const volume = Type.Number({ minimum: 0 });

export const Kline = Type.Object({
  open_time: EpochMs,
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
  quote_volume: volume,
  trades: Type.Integer({ minimum: 0 }),
  taker_buy_volume: volume,
});
export type Kline = Static<typeof Kline>;

export const FundingRateRow = Type.Object({ funding_time: EpochMs, rate: Type.Number() });
export type FundingRateRow = Static<typeof FundingRateRow>;

export const OpenInterestRow = Type.Object({
  ts: EpochMs,
  open_interest: volume,
  open_interest_usd: Nullable(volume),
});
export type OpenInterestRow = Static<typeof OpenInterestRow>;

export const LongShortRatioRow = Type.Object({
  ts: EpochMs,
  kind: OneOf(['global_account', 'top_account', 'top_position']),
  ratio: Type.Number({ minimum: 0 }),
});
export type LongShortRatioRow = Static<typeof LongShortRatioRow>;

export const FearGreedRow = Type.Object({ ts: EpochMs, value: Type.Integer({ minimum: 0, maximum: 100 }) });
export type FearGreedRow = Static<typeof FearGreedRow>;

export const MacroRow = Type.Object({ series_id: Type.String(), ts: EpochMs, value: Type.Number() });
export type MacroRow = Static<typeof MacroRow>;

export const LiquidationRow = Type.Object({
  ts: EpochMs,
  side: OneOf(['buy', 'sell']),
  price,
  qty: Type.Number({ exclusiveMinimum: 0 }),
});
export type LiquidationRow = Static<typeof LiquidationRow>;

export const KlinesQuery = Closed({
  symbol: TradingSymbol,
  market: Type.Optional(OneOf(MARKETS, { default: 'perp' })),
  timeframe: TimeframeName,
  from_ts: Type.Optional(EpochMs),
  to_ts: Type.Optional(EpochMs),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_KLINES_PER_REQUEST, default: MAX_KLINES_PER_REQUEST }),
  ),
});
export type KlinesQuery = Static<typeof KlinesQuery>;

export const KlinesResponse = Type.Object({
  symbol: TradingSymbol,
  market: MarketName,
  timeframe: TimeframeName,
  klines: Type.Array(Kline, { description: 'Closed bars, ascending' }),
});
export type KlinesResponse = Static<typeof KlinesResponse>;
