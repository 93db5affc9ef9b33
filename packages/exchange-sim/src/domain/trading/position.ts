/**
 * The arithmetic of one position. Average entry moves only when exposure grows; profit is realised only when
 * it shrinks.
 */
import { Decimal } from 'decimal.js';
import type { Position, PositionSide, Side } from './types';

export const ZERO = new Decimal(0);

export function flatPosition(symbol: string, positionSide: PositionSide): Position {
  return {
    symbol,
    positionSide,
    amount: ZERO,
    entryPrice: ZERO,
    isolatedWallet: ZERO,
    realized: ZERO,
    updatedAtMs: 0,
  };
}

/** Whether an order of this side shrinks the position. */
export function reduces(position: Position, side: Side): boolean {
  return !position.amount.isZero() && (side === 'BUY') === position.amount.isNeg();
}

export interface FillEffect {
  readonly position: Position;
  readonly realizedPnl: Decimal;
  /** How much of the quantity opened or grew exposure. */
  readonly opened: Decimal;
}

export function applyFill(
  position: Position,
  side: Side,
  price: Decimal,
  quantity: Decimal,
  timeMs: number,
): FillEffect {
  const signed = side === 'BUY' ? quantity : quantity.neg();
  const amount = position.amount.plus(signed);
  const opposes = position.amount.isNeg() !== signed.isNeg() && !position.amount.isZero();
  const closed = opposes ? Decimal.min(quantity, position.amount.abs()) : ZERO;
  const opened = quantity.minus(closed);
  const perUnit = price.minus(position.entryPrice);
  const realizedPnl = money(closed.times(position.amount.isNeg() ? perUnit.neg() : perUnit));
  return {
    position: {
      ...position,
      amount,
      entryPrice: entryAfter(position, amount, price, opened, opposes),
      realized: position.realized.plus(realizedPnl),
      updatedAtMs: timeMs,
    },
    realizedPnl,
    opened,
  };
}

function entryAfter(
  before: Position,
  amount: Decimal,
  price: Decimal,
  opened: Decimal,
  opposes: boolean,
): Decimal {
  if (amount.isZero()) return ZERO;
  if (opened.isZero()) return before.entryPrice;
  if (opposes) return price;
  const value = before.amount.abs().times(before.entryPrice).plus(opened.times(price));
  return value.div(amount.abs()).toDecimalPlaces(12);
}

/** Balances are kept to eight decimals, as the venue prints them. */
export function money(value: Decimal): Decimal {
  return value.toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN);
}

export function unrealizedPnl(position: Position, markPrice: Decimal): Decimal {
  return money(position.amount.times(markPrice.minus(position.entryPrice)));
}
