/**
 * What a changed position drags along: reduce-only orders with nothing left to reduce expire, close-position
 * stops vanish with their position, and an algo order is finished by the order it became.
 */
import type { Account } from './account';
import { reduces } from './position';
import type { AlgoOrder, Order, PositionSide } from './types';
import type { Venue } from './venue';

export function afterPositionChange(
  venue: Venue,
  account: Account,
  symbol: string,
  positionSide: PositionSide,
  timeMs: number,
): void {
  const position = account.position(symbol, positionSide);
  const concerns = (order: Order | AlgoOrder) =>
    order.symbol === symbol && order.positionSide === positionSide;
  for (const order of [...account.openOrders.values()]) {
    if (!concerns(order) || !order.reduceOnly || reduces(position, order.side)) continue;
    const expired: Order = { ...order, status: 'EXPIRED', updatedAtMs: timeMs };
    account.putOrder(expired);
    venue.emit({ kind: 'order', accountId: account.id, order: expired, execution: 'EXPIRED', timeMs });
    finishAlgoOf(venue, account, expired, timeMs);
  }
  for (const algo of [...account.openAlgos.values()]) {
    if (!concerns(algo) || !algo.closePosition || reduces(position, algo.side)) continue;
    updateAlgo(venue, account, algo, { status: 'EXPIRED' }, timeMs);
  }
}

/** Ends the algo order that an order came from once that order has ended. */
export function finishAlgoOf(venue: Venue, account: Account, order: Order, timeMs: number): void {
  if (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED') return;
  const algoId = account.algoOfOrder.get(order.id);
  if (algoId === undefined) return;
  account.algoOfOrder.delete(order.id);
  const algo = account.algos.get(algoId, timeMs)!;
  updateAlgo(venue, account, algo, { status: 'FINISHED' }, timeMs, order);
}

export function updateAlgo(
  venue: Venue,
  account: Account,
  algo: AlgoOrder,
  change: Partial<AlgoOrder>,
  timeMs: number,
  actual?: Order,
): AlgoOrder {
  const updated: AlgoOrder = { ...algo, ...change, updatedAtMs: timeMs };
  account.putAlgo(updated);
  venue.emit({ kind: 'algo', accountId: account.id, algo: updated, actual, timeMs });
  return updated;
}
