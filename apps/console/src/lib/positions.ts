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

export function notionalUsd(position: PricedPosition): number | null {
  return position.markPrice === null ? null : Number(position.qty) * Number(position.markPrice);
}
