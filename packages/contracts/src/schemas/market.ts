/** Rows of market data as the data service hands them out and the bus carries them. */
import { type Static, Type } from 'typebox';
import { MAX_KLINES_PER_REQUEST } from '../limits';
import { MARKETS } from '../vocabulary/trading';
import { Closed, DecimalString, EpochMs, OneOf, TimeframeName, TradingSymbol } from './primitives';

export const MarketName = OneOf(MARKETS);

export const Kline = Type.Object({
  open_time: EpochMs,
  open: DecimalString,
  high: DecimalString,
  low: DecimalString,
  close: DecimalString,
  volume: DecimalString,
  quote_volume: DecimalString,
  trades: Type.Integer({ minimum: 0 }),
  taker_buy_volume: DecimalString,
});
export type Kline = Static<typeof Kline>;

export const FundingRateRow = Type.Object({ time: EpochMs, rate: DecimalString });
export type FundingRateRow = Static<typeof FundingRateRow>;

export const OpenInterestRow = Type.Object({
  time: EpochMs,
  open_interest: DecimalString,
  value_usd: DecimalString,
});
export type OpenInterestRow = Static<typeof OpenInterestRow>;

export const LongShortRatioRow = Type.Object({ time: EpochMs, long_short_ratio: DecimalString });
export type LongShortRatioRow = Static<typeof LongShortRatioRow>;

export const FearGreedRow = Type.Object({ time: EpochMs, value: Type.Integer({ minimum: 0, maximum: 100 }) });
export type FearGreedRow = Static<typeof FearGreedRow>;

export const MacroRow = Type.Object({ time: EpochMs, series: Type.String(), value: DecimalString });
export type MacroRow = Static<typeof MacroRow>;

export const LiquidationRow = Type.Object({
  time: EpochMs,
  side: OneOf(['buy', 'sell']),
  price: DecimalString,
  qty: DecimalString,
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
