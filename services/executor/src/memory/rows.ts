/** How rows of the tables in memory are chosen and put in order. */
import type { Network } from '@platform/contracts';
import type { OrderRow } from './tables';

export function ofSymbol<R extends { readonly network: Network; readonly symbol: string }>(
  rows: readonly R[],
  network: Network,
  symbol: string,
): R[] {
  return rows.filter((row) => row.network === network && row.symbol === symbol);
}

export function byAge(a: OrderRow, b: OrderRow): number {
  return a.createdMs - b.createdMs || compare(a.orderId, b.orderId);
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
