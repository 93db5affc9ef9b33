/**
 * What open positions pay at their next settlements: longs the rate on their value when it is above zero,
 * shorts when it is below.
 */
import type { MarkPrice, Position } from '@platform/exchange';
import { Decimal } from 'decimal.js';

export interface FundingDue {
  /** At the marks and rates of now; below zero is received. */
  readonly usd: string;
  /** The first of the settlements; null while nothing is held. */
  readonly atMs: number | null;
}

/** Undefined while the rate of one of them is not known: a part of it would be taken for all. */
export function fundingDue(
  positions: readonly Position[],
  marks: ReadonlyMap<string, MarkPrice>,
): FundingDue | undefined {
  let usd = new Decimal(0);
  let atMs: number | null = null;
  for (const { symbol, quantity } of positions) {
    const mark = marks.get(symbol);
    if (mark === undefined) return undefined;
    usd = usd.plus(new Decimal(quantity).times(mark.markPrice).times(mark.fundingRate));
    atMs = Math.min(atMs ?? mark.nextFundingTimeMs, mark.nextFundingTimeMs);
  }
  return { usd: usd.toDecimalPlaces(8).toFixed(), atMs };
}
