/**
 * Whose a fill is. An opening belongs to the bot that ordered it; a closing takes from its owner first, at
 * most what that holds.
 */
import type { FillMessage, PositionAdjustmentCause } from '@platform/contracts';
import { type PositionSide, parseClientOrderId } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import { type Holder, type Share, shareOut } from '../domain/share';
import type { ExchangeFill } from './ports';

/** Whose order was filled. */
export interface Owner {
  readonly order_id: string | null;
  readonly bot_id: string | null;
  readonly intent_id: string | null;
  readonly leg: FillMessage['leg'];
}

export type SidedFill = ExchangeFill & { readonly positionSide: PositionSide };

export interface Allotment {
  readonly positionSide: PositionSide;
  readonly shares: readonly Share[];
  /** Somebody is known to hold what it closes, or it is the order of a bot. */
  readonly isHeld: boolean;
}

/** Null for an opening, which needs no holders. */
export function closedBy(
  { side, positionSide }: ExchangeFill,
  owner: Owner | undefined,
): PositionSide | null {
  const openedSide = side === 'sell' ? 'short' : 'long';
  if (positionSide === openedSide || owner?.leg === 'entry') return null;
  return side === 'sell' ? 'long' : 'short';
}

/** What the books say of the bot whose order was filled. */
export interface Standing {
  /** Signed. */
  readonly quantity: string;
  /**
   * Another of its orders is filled and its trades are not booked yet. For an unowned trade: a bot is leaving
   * and not booked so.
   */
  readonly isBehind: boolean;
}

/**
 * Trades of a bot are booked in their order. While those of an earlier order are missing, or its bot is
 * booked on the other side because what closed that is not reported yet, a later one has to wait: booked
 * first it would offset the holding, and the closing, finding too little left, would fall on a neighbour. An
 * unowned trade waits while a bot is reversing, or the fate of its own closing is unknown: what it closes
 * would be taken from a side that the bot has left.
 */
export function isTooEarly(
  fill: ExchangeFill,
  owner: Owner | undefined,
  { quantity, isBehind }: Standing,
): boolean {
  if (isBehind) return true;
  if (owner?.bot_id == null || closedBy(fill, owner) !== null) return false;
  return fill.side === 'buy' ? new Decimal(quantity).lt(0) : new Decimal(quantity).gt(0);
}

/** `holders` of the side that is closed, an entry whose trades are not booked yet included. */
export function allot(fill: ExchangeFill, owner: Owner | undefined, holders: readonly Holder[]): Allotment {
  const closedSide = closedBy(fill, owner);
  if (closedSide === null || (fill.positionSide === undefined && holders.length === 0)) {
    const { quantity, fee, feeUsd, realizedPnl } = fill;
    const whole = { botId: owner?.bot_id ?? null, quantity, fee, feeUsd, realizedPnl };
    return { positionSide: fill.side === 'sell' ? 'short' : 'long', shares: [whole], isHeld: true };
  }
  const held = holders.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  // A flatten without books is an order of ours and of no bot: whose it closes is known from the holders
  // alone.
  const isHeld = owner?.bot_id != null || held.gte(fill.quantity);
  return { positionSide: closedSide, shares: shareOut(fill, owner?.bot_id ?? undefined, holders), isHeld };
}

/** Undefined for what an order of ours was meant to do. */
export function causeOf(
  fill: ExchangeFill,
  owner: Owner | undefined,
  botId: string | null,
): PositionAdjustmentCause | undefined {
  if (fill.isAccepted === true) return 'accepted';
  if (fill.isForced) return 'forced';
  if (owner === undefined) return isOurs(fill) ? undefined : 'traded_elsewhere';
  return owner.bot_id === null || owner.bot_id === botId ? undefined : 'another_bot';
}

function isOurs({ clientOrderId }: ExchangeFill): boolean {
  return parseClientOrderId(clientOrderId) !== undefined;
}
