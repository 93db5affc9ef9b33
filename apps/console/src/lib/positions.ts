/** How far a position is from its stop and from liquidation, in percent of the mark price. */

import { percent } from './format';

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

/**
 * For a moment after a flip the exchange still gives the other side's liquidation price: one beyond the mark
 * is ignored.
 */
export function liquidationPrice(position: PricedPosition): string | null {
  const distance = distancePct(position, position.liquidationPrice);
  return distance !== null && distance < 0 ? null : position.liquidationPrice;
}

/** Beyond this a distance says no more than that it is far. */
const FAR_PCT = 1_000;

export function distanceText(pct: number | null, decimals = 1): string {
  return pct !== null && pct > FAR_PCT ? '> 1,000 %' : percent(pct, { decimals });
}

export function notionalUsd(position: PricedPosition): number | null {
  return position.markPrice === null ? null : Number(position.qty) * Number(position.markPrice);
}

interface OwnedPosition {
  readonly network: string;
  readonly symbol: string;
  readonly botId: string | null;
  readonly side: string;
}

/** One bot, or none, may hold both sides of a symbol. */
export function positionKey({ network, symbol, botId, side }: OwnedPosition): string {
  return `${network} ${symbol} ${botId} ${side}`;
}
