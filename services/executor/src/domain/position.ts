/**
 * A position as the sum of its fills: average entry price, and what closing earned. Exact decimals, signed
 * quantities.
 */
import { Decimal } from 'decimal.js';

export interface PositionState {
  /** Below zero is short. */
  readonly quantity: string;
  readonly entryPrice: string | null;
  readonly realizedPnl: string;
}

export interface SignedFill {
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
}

export const FLAT: PositionState = { quantity: '0', entryPrice: null, realizedPnl: '0' };

const PLACES = 12;

export function signed(side: 'buy' | 'sell', quantity: string): Decimal {
  return side === 'buy' ? new Decimal(quantity) : new Decimal(quantity).neg();
}

/**
 * A fill against the position closes first, at a profit or loss; what is left of it opens the other way at
 * its own price.
 */
export function applyFill(position: PositionState, fill: SignedFill): PositionState {
  const held = new Decimal(position.quantity);
  const change = signed(fill.side, fill.quantity);
  const after = held.plus(change);
  if (held.isZero() || held.isPos() === change.isPos()) {
    const costs = held
      .abs()
      .times(position.entryPrice ?? 0)
      .plus(change.abs().times(fill.price));
    return { ...position, quantity: after.toFixed(), entryPrice: round(costs.div(after.abs())) };
  }
  const closed = Decimal.min(held.abs(), change.abs());
  const gain = new Decimal(fill.price).minus(position.entryPrice!).times(closed);
  const realized = new Decimal(position.realizedPnl).plus(held.isPos() ? gain : gain.neg());
  const entryPrice = after.isZero()
    ? null
    : after.isPos() === held.isPos()
      ? position.entryPrice
      : fill.price;
  return { quantity: after.toFixed(), entryPrice, realizedPnl: round(realized) };
}

function round(value: Decimal): string {
  return value.toDecimalPlaces(PLACES).toFixed();
}
