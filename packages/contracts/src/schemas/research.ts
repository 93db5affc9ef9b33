/**
 * What the console draws of runs: long series as columns of numbers, whole in one answer, because a chart
 * needs all of them at once. Money here is for the eye; amounts that count stay decimal strings in the reads
 * of runs.
 */
import { type Static, Type } from 'typebox';
import { Closed, EpochMs, Nullable, OneOf, TimeframeName, TradingSymbol } from './primitives';

/** Settlements in one answer: eighteen years of them at eight hours. */
export const MAX_FUNDING_ROWS = 20_000;

const times = Type.Array(EpochMs);
const numbers = Type.Array(Type.Number());

export const RunCurve = Type.Object({ ts: times, equityUsd: numbers, drawdownPct: numbers });
export type RunCurve = Static<typeof RunCurve>;

export const FundingQuery = Closed({ symbol: TradingSymbol, from_ts: EpochMs, to_ts: EpochMs });
export type FundingQuery = Static<typeof FundingQuery>;

export const FundingView = Type.Object({ ts: times, rate: numbers });
export type FundingView = Static<typeof FundingView>;

/** Shown bars in one answer; the warm-up comes on top. */
export const MAX_DRAWN_BARS = 5_000;

export const DrawingQuery = Closed({
  strategy: Type.String({ minLength: 1, maxLength: 64 }),
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  from_ts: EpochMs,
  to_ts: EpochMs,
  params: Type.Optional(Type.String({ maxLength: 8_000, description: 'Parameters as a JSON object' })),
});
export type DrawingQuery = Static<typeof DrawingQuery>;

export const DrawingView = Type.Object({
  ts: times,
  lines: Type.Array(
    Type.Object({
      title: Type.String(),
      scale: OneOf(['price', 'own'], {
        description: 'Drawn over the price, or below it on a scale of its own',
      }),
      values: Type.Array(Nullable(Type.Number())),
    }),
    { description: 'What the strategy declares it decides by' },
  ),
  decisions: Type.Array(
    Type.Object({
      ts: EpochMs,
      target: Type.Integer({ minimum: -1, maximum: 1, description: '1 long, -1 short, 0 flat' }),
      reason: Type.String(),
    }),
  ),
  note: Nullable(Type.String({ description: 'Why nothing can be drawn' })),
});
export type DrawingView = Static<typeof DrawingView>;
