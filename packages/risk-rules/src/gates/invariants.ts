/**
 * What must hold of every entry whatever the caps say: data to judge by, a stop on the losing side, a size within the network's
 * bound, funding that does not eat the trade, margin that is there, and a stop that is reached before the liquidation. The first that
 * fails is the answer.
 */
import { Decimal } from 'decimal.js';
import { type Refusal, refused } from './refusal';

/** Per funding interval, against the direction of the position. */
export const MAX_ADVERSE_FUNDING_RATE = new Decimal('0.003');
/** The rest of the balance is for fees and for the market moving before the order arrives. */
export const USABLE_MARGIN_FRACTION = new Decimal('0.95');
/** Of the way from the market to the liquidation: how far away a stop may be. */
export const MAX_STOP_FRACTION = new Decimal('0.9');
/** The exchange asks for at most half of what the leverage asks for at the entry, and for small positions far less. */
const MAX_MAINTENANCE_RATE = new Decimal('0.05');
/** An intent that waited longer was decided for a market that is gone. */
export const MAX_INTENT_AGE_MS = 60_000;
/** In bars of the strategy's time frame, from the open of the newest one. */
export const MAX_BAR_AGE_BARS = 2;

export interface MarketFacts {
  readonly markPrice: string;
  readonly fundingRate: string;
  readonly isTrading: boolean;
}

export interface AccountFacts {
  readonly availableUsd: string;
  readonly leverage: number;
}

export interface EntryFacts {
  readonly side: 'long' | 'short';
  /** On the exchange's grid; '0' when the wish was below its smallest lot. */
  readonly quantity: string;
  readonly stopPrice: string | null;
  readonly takeProfitPrice: string | null;
  readonly intentAgeMs: number;
  /** From the open of the newest bar to now, in bars; null for an intent without a bar. */
  readonly barAgeBars: number | null;
  /** Null when the exchange could not be asked. */
  readonly market: MarketFacts | null;
  readonly account: AccountFacts | null;
  readonly maxNotionalUsd: string;
}

export function judgeInvariants(facts: EntryFacts): Refusal | null {
  const { market, account } = facts;
  if (market === null || account === null || !market.isTrading) {
    return refused('invariant', 'exchange_data_unavailable', 'price, filters or balance could not be read');
  }
  return (
    judgeAge(facts) ??
    judgePrices(facts, market) ??
    judgeNotional(facts, market) ??
    judgeFunding(facts, market) ??
    judgeMargin(facts, market, account) ??
    judgeLiquidation(facts, market, account)
  );
}

function judgeAge({ intentAgeMs, barAgeBars }: EntryFacts): Refusal | null {
  if (intentAgeMs > MAX_INTENT_AGE_MS) {
    return refused('invariant', 'exchange_data_unavailable', `the intent waited ${intentAgeMs} ms`);
  }
  if (barAgeBars !== null && barAgeBars > MAX_BAR_AGE_BARS) {
    return refused('invariant', 'exchange_data_unavailable', `its newest bar is ${barAgeBars} bars old`);
  }
  return null;
}

/** A stop or target on the wrong side of the market would close the position the moment it is placed. */
function judgePrices(facts: EntryFacts, market: MarketFacts): Refusal | null {
  const mark = new Decimal(market.markPrice);
  const isBelow = (price: string) => new Decimal(price).gt(0) && mark.gt(price);
  const isAbove = (price: string) => mark.lt(price);
  const [onLosingSide, onWinningSide] = facts.side === 'long' ? [isBelow, isAbove] : [isAbove, isBelow];
  if (facts.stopPrice === null || !onLosingSide(facts.stopPrice)) {
    const detail = `stop ${facts.stopPrice ?? 'missing'} for a ${facts.side} at ${market.markPrice}`;
    return refused('invariant', 'sl_missing_or_invalid', detail);
  }
  if (facts.takeProfitPrice !== null && !onWinningSide(facts.takeProfitPrice)) {
    const detail = `target ${facts.takeProfitPrice} for a ${facts.side} at ${market.markPrice}`;
    return refused('invariant', 'sl_missing_or_invalid', detail);
  }
  return null;
}

function judgeNotional(facts: EntryFacts, market: MarketFacts): Refusal | null {
  const notionalUsd = new Decimal(facts.quantity).times(market.markPrice);
  if (notionalUsd.lte(facts.maxNotionalUsd)) return null;
  const detail = `${notionalUsd.toFixed(2)} USD, the network allows ${facts.maxNotionalUsd}`;
  return refused('invariant', 'max_notional_exceeded', detail);
}

/** Longs pay a positive rate, shorts a negative one. */
function judgeFunding(facts: EntryFacts, market: MarketFacts): Refusal | null {
  const rate = new Decimal(market.fundingRate);
  const paid = facts.side === 'long' ? rate : rate.neg();
  if (paid.lte(MAX_ADVERSE_FUNDING_RATE)) return null;
  return refused('invariant', 'funding_guard_exceeded', `a ${facts.side} pays ${paid} per funding interval`);
}

function judgeMargin(facts: EntryFacts, market: MarketFacts, account: AccountFacts): Refusal | null {
  const requiredUsd = new Decimal(facts.quantity).times(market.markPrice).div(account.leverage);
  const usableUsd = new Decimal(account.availableUsd).times(USABLE_MARGIN_FRACTION);
  if (requiredUsd.lte(usableUsd)) return null;
  const detail = `needs ${requiredUsd.toFixed(2)} USD of margin, ${usableUsd.toFixed(2)} is usable`;
  return refused('invariant', 'margin_sanity_exceeded', detail);
}

/** The stop has to close the position before the exchange does. */
function judgeLiquidation(facts: EntryFacts, market: MarketFacts, account: AccountFacts): Refusal | null {
  if (new Decimal(facts.quantity).lte(0)) return null;
  const mark = new Decimal(market.markPrice);
  const liquidation = liquidationPrice(facts, market, account);
  const reach = mark.minus(liquidation).abs().times(MAX_STOP_FRACTION);
  if (mark.minus(facts.stopPrice!).abs().lte(reach)) return null;
  const detail = `stop ${facts.stopPrice} is too near to or beyond the liquidation at about ${liquidation.toFixed(2)}`;
  return refused('invariant', 'margin_sanity_exceeded', detail);
}

/** In cross margin the whole of what is available stands behind the position; below zero means never. */
export function liquidationPrice(
  { side, quantity }: Pick<EntryFacts, 'side' | 'quantity'>,
  { markPrice }: Pick<MarketFacts, 'markPrice'>,
  { availableUsd, leverage }: AccountFacts,
): Decimal {
  const maintenance = Decimal.min(MAX_MAINTENANCE_RATE, new Decimal(1).div(leverage).div(2));
  const value = new Decimal(quantity).times(markPrice);
  return side === 'long'
    ? value.minus(availableUsd).div(new Decimal(1).minus(maintenance)).div(quantity)
    : value.plus(availableUsd).div(maintenance.plus(1)).div(quantity);
}
