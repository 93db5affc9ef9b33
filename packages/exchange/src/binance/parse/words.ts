/** The venue's words and ours. A word that is not known is unreadable, never guessed. */

import type { MarginType } from '../../port/account';
import type { PositionSide, Side } from '../../port/instrument';
import type { ConditionalStatus, ForcedBy, Order } from '../../port/orders';
import { type Fields, preview, text, Unreadable } from '../../transport/fields';

function translated<T>(words: Readonly<Record<string, T>>, from: Fields, name: string): T {
  const word = words[text(from, name)];
  if (word === undefined) throw new Unreadable(`${name} has an unknown value ${preview(from[name])}`);
  return word;
}

const SIDES: Readonly<Record<string, Side>> = { BUY: 'buy', SELL: 'sell' };

/** BOTH is the one position of an account without hedge mode. */
const POSITION_SIDES: Readonly<Record<string, PositionSide | 'net'>> = {
  LONG: 'long',
  SHORT: 'short',
  BOTH: 'net',
};

const ORDER_STATUSES: Readonly<Record<string, Order['status']>> = {
  NEW: 'new',
  PARTIALLY_FILLED: 'partially_filled',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
};

const ALGO_STATUSES: Readonly<Record<string, ConditionalStatus>> = {
  NEW: 'new',
  TRIGGERING: 'triggering',
  TRIGGERED: 'triggered',
  FINISHED: 'finished',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
};

export const side = (from: Fields, name: string) => translated(SIDES, from, name);
export function positionSide(from: Fields, name: string): PositionSide | undefined {
  const word = translated(POSITION_SIDES, from, name);
  return word === 'net' ? undefined : word;
}

/** On a side of its own an order that goes against it can only reduce it. */
export function isAgainst(order: { side: Side; positionSide: PositionSide | undefined }): boolean {
  if (order.positionSide === undefined) return false;
  return (order.positionSide === 'long') === (order.side === 'sell');
}

const MARGIN_TYPES: Readonly<Record<string, MarginType>> = { CROSSED: 'cross', ISOLATED: 'isolated' };

export const marginType = (from: Fields, name: string) => translated(MARGIN_TYPES, from, name);
export const orderStatus = (from: Fields, name: string) => translated(ORDER_STATUSES, from, name);
export const algoStatus = (from: Fields, name: string) => translated(ALGO_STATUSES, from, name);

const FORCED: readonly (readonly [prefix: string, by: ForcedBy])[] = [
  ['autoclose-', 'liquidation'],
  ['adl_autoclose', 'auto_deleveraging'],
  ['settlement_autoclose-', 'settlement'],
];

/** Orders that the venue places to close a position carry reserved client ids. */
export function forcedBy(clientOrderId: string): ForcedBy | undefined {
  return FORCED.find(([prefix]) => clientOrderId.startsWith(prefix))?.[1];
}
