/** How far a position is from its stop and from liquidation, in percent of the mark price. */

export interface PricedPosition {
  readonly side: 'long' | 'short';
  readonly qty: string;
  readonly markPrice: string | null;
  readonly stopPrice: string | null;
  readonly liquidationPrice: string | null;
}

/** Positive while the price has that far to go; negative when it is already beyond. */
export function distancePct(position: PricedPosition, level: string | null): number | null {
  const mark = Number(position.markPrice);
  if (position.markPrice === null || level === null || !(mark > 0)) return null;
  const gap = position.side === 'long' ? mark - Number(level) : Number(level) - mark;
  return (100 * gap) / mark;
}

/** After a flip the venue's liquidation price is still that of the other side for a moment: beyond the mark it is none. */
export function liquidationPrice(position: PricedPosition): string | null {
  const distance = distancePct(position, position.liquidationPrice);
  return distance !== null && distance < 0 ? null : position.liquidationPrice;
}

export function notionalUsd(position: PricedPosition): number | null {
  return position.markPrice === null ? null : Number(position.qty) * Number(position.markPrice);
}
