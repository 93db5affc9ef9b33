/**
 * What the console draws of runs: long series as columns of numbers, whole in one answer, because a chart needs all of them at once.
 * Money here is for the eye; amounts that count stay decimal strings in the reads of runs.
 */
import { type Static, Type } from 'typebox';
import { Closed, EpochMs, TradingSymbol } from './primitives';

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
