/**
 * What must hold of every entry whatever the caps say: data to judge by, a stop on the losing side, a size
 * within the network's bound, funding that does not eat the trade, margin that is there on the terms it is
 * judged by, and a stop that is reached before the liquidation. The first that fails is the answer.
 */
import { Decimal } from 'decimal.js';
import { type Refusal, refused } from './refusal';

/** Per funding interval, against the direction of the position. */
export const MAX_ADVERSE_FUNDING_RATE = new Decimal('0.003');
/** The rest of the balance is for fees and for the market moving before the order arrives. */
export const USABLE_MARGIN_FRACTION = new Decimal('0.95');
/** Of the way from the market to the liquidation: how far away a stop may be. */
export const MAX_STOP_FRACTION = new Decimal('0.9');
/**
 * The exchange asks for at most half of what the leverage asks for at the entry, and for small positions far
 * less.
 */
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

/** Of another symbol: what a bot holds, or what its entry under way may add to that. */
export interface HoldingElsewhere {
  /** Signed. */
  readonly quantity: string;
  readonly markPrice: string;
  readonly stopPrice: string;
  readonly leverage: number;
  /** What is available may still include its margin. */
  readonly isUnderWay: boolean;
}

/** What draws on the margin of the account beside the entry. */
export interface HeldFacts {
  /** On the entry's side of its symbol, of all its holders. */
  readonly quantity: string;
  /** What entries under way may still add to that. */
  readonly expectedQuantity: string;
  /** Of the other holders of that side. */
  readonly stopPrices: readonly string[];
  readonly elsewhere: readonly HoldingElsewhere[];
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
  readonly held: HeldFacts;
  /** What the exchange refused of the margin type and leverage that the entry needs; null when nothing. */
  readonly marginProblem: string | null;
  readonly maxNotionalUsd: string;
}

export function judgeInvariants(facts: EntryFacts): Refusal | null {
  const { market, account } = facts;
  if (market === null || account === null || !market.isTrading) {
    return refused('invariant', 'exchange_data_unavailable', 'price, filters or balance could not be read');
  }
  if (facts.marginProblem !== null)
    return refused('invariant', 'margin_sanity_exceeded', facts.marginProblem);
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

/** The stops of the side have to close it before the exchange does. */
function judgeLiquidation(facts: EntryFacts, market: MarketFacts, account: AccountFacts): Refusal | null {
  if (new Decimal(facts.quantity).lte(0)) return null;
  const liquidation = liquidationPrice(facts, market, account);
  const awayFrom = (price: Decimal.Value) =>
    new Decimal(market.markPrice).minus(price).times(facts.side === 'long' ? 1 : -1);
  const reach = awayFrom(liquidation).times(MAX_STOP_FRACTION);
  const isTooFar = (stop: string) => awayFrom(stop).gt(reach);
  const where = `too near to or beyond the liquidation at about ${liquidation.toFixed(2)}`;
  if (isTooFar(facts.stopPrice!))
    return refused('invariant', 'margin_sanity_exceeded', `stop ${facts.stopPrice} is ${where}`);
  const another = facts.held.stopPrices.find(isTooFar);
  if (another === undefined) return null;
  const detail = `stop ${another} of another holder of the side would be ${where}`;
  return refused('invariant', 'margin_sanity_exceeded', detail);
}

/**
 * Of the whole side: in cross margin the exchange closes all of it when what is available, and the margin set
 * aside for the side, is lost. The other side of the symbol counts for nothing: it wins what this one loses.
 * Below zero means never.
 */
export function liquidationPrice(
  { side, quantity, held }: Pick<EntryFacts, 'side' | 'quantity' | 'held'>,
  { markPrice }: Pick<MarketFacts, 'markPrice'>,
  { availableUsd, leverage }: AccountFacts,
): Decimal {
  const heldUsd = new Decimal(held.quantity).times(markPrice);
  const shortfallUsd = held.elsewhere.reduce(
    (sum, holding) => sum.plus(shortfallOf(holding)),
    new Decimal(0),
  );
  const backingUsd = heldUsd.div(leverage).plus(availableUsd).minus(shortfallUsd);
  const total = new Decimal(quantity).plus(held.quantity).plus(held.expectedQuantity);
  const value = total.times(markPrice);
  return side === 'long'
    ? value.minus(backingUsd).div(maintenanceRate(leverage).neg().plus(1)).div(total)
    : value.plus(backingUsd).div(maintenanceRate(leverage).plus(1)).div(total);
}

/** What a holding takes from what is available: the loss down to its stop beyond its margin. */
function shortfallOf({ quantity, markPrice, stopPrice, leverage, isUnderWay }: HoldingElsewhere): Decimal {
  const size = new Decimal(quantity).abs();
  const loss = new Decimal(markPrice).minus(stopPrice).times(quantity);
  const maintenance = size.times(stopPrice).times(maintenanceRate(leverage));
  const margin = size.times(markPrice).div(leverage);
  const beyond = Decimal.max(0, loss.plus(maintenance).minus(margin));
  return isUnderWay ? margin.plus(beyond) : beyond;
}

function maintenanceRate(leverage: number): Decimal {
  return Decimal.min(MAX_MAINTENANCE_RATE, new Decimal(1).div(leverage).div(2));
}
