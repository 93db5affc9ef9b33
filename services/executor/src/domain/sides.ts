/** The two positions of a symbol. A holding is signed, so its sign names its side. */
import type { PositionSide } from '@platform/exchange';
import { Decimal } from 'decimal.js';

export const POSITION_SIDES = ['long', 'short'] as const satisfies readonly PositionSide[];

/** Per side, never below zero. */
export type SideQuantities = Readonly<Record<PositionSide, string>>;

export function sideOf(quantity: string): PositionSide {
  return quantity.startsWith('-') ? 'short' : 'long';
}

/** Closing a long sells, closing a short buys. */
export function closingSide(positionSide: PositionSide): 'buy' | 'sell' {
  return positionSide === 'long' ? 'sell' : 'buy';
}

/** Those who hold the side, with what they hold of it as a quantity above zero. */
export function heldOn<H extends { readonly quantity: string }>(
  positionSide: PositionSide,
  holdings: readonly H[],
): H[] {
  return holdings
    .filter(({ quantity }) => sideOf(quantity) === positionSide && !new Decimal(quantity).isZero())
    .map((holding) => ({ ...holding, quantity: new Decimal(holding.quantity).abs().toFixed() }));
}

export function sumOn(
  positionSide: PositionSide,
  holdings: readonly { readonly quantity: string }[],
): string {
  return heldOn(positionSide, holdings)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
    .toFixed();
}

/** What the exchange holds of one symbol. */
export function quantitiesOf(
  positions: readonly {
    readonly symbol: string;
    readonly positionSide: PositionSide;
    readonly quantity: string;
  }[],
  symbol: string,
): SideQuantities {
  const of = (side: PositionSide) =>
    positions
      .filter((position) => position.symbol === symbol && position.positionSide === side)
      .reduce((sum, { quantity }) => sum.plus(new Decimal(quantity).abs()), new Decimal(0))
      .toFixed();
  return { long: of('long'), short: of('short') };
}
