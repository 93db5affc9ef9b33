/**
 * An order's life. Reports come late, twice and in any order, so states only ever move forward and a terminal
 * state is never left; `unknown` says that the exchange may have the order, and only a later read can end it.
 */
import type { OrderLeg, OrderStatus } from '@platform/contracts';
import type { ConditionalStatus } from '@platform/exchange';

export type OrderSpaceName = 'regular' | 'algo';

/** A row of the order table that may still change. */
export interface OpenOrder {
  readonly orderId: string;
  readonly intentId: string | null;
  readonly botId: string | null;
  readonly leg: OrderLeg;
  readonly space: OrderSpaceName;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly triggerPrice: string | null;
  readonly clientOrderId: string;
  readonly status: OrderStatus;
  readonly filledQuantity: string;
  /** Since the row last changed, by the database's clock. */
  readonly ageMs: number;
}

/** What the exchange says of an order, in either space. */
export interface OrderReport {
  readonly symbol: string;
  readonly clientOrderId: string;
  readonly exchangeOrderId: string;
  readonly space: OrderSpaceName;
  readonly status: OrderStatus;
  readonly filledQuantity: string;
  readonly averagePrice: string | null;
}

/** Whether the exchange has it is not known. */
export function isUnresolved(order: OpenOrder): boolean {
  return order.status === 'submitting' || order.status === 'unknown';
}

/** The exchange has it and it can still act. */
export function isLive(order: OpenOrder): boolean {
  return order.status === 'new' || order.status === 'partially_filled';
}

/**
 * Entries and closings end as soon as the exchange has them: one that is still open has an end that is not
 * reported yet.
 */
export function isAwaitingEnd(order: OpenOrder): boolean {
  return isLive(order) && order.leg !== 'sl' && order.leg !== 'tp';
}

/**
 * The orders that are closing this bot's holding right now, or may be: how much of it is left is not known
 * yet. `isTriggering` says that a stop or target has been triggered and has not reported its end.
 */
export function closingsUnderWay(
  orders: readonly OpenOrder[],
  botId: string | null,
  isTriggering: (clientOrderId: string) => boolean,
): OpenOrder[] {
  return orders.filter(({ botId: owner, leg, status, clientOrderId }) => {
    if (owner !== botId || leg === 'entry') return false;
    if (leg === 'exit' || leg === 'flatten') return true;
    return status === 'partially_filled' || isTriggering(clientOrderId);
  });
}

/**
 * A triggered stop goes on as a plain order of the same id, which reports its own end: until then the stop
 * counts as open. `finished` alone does not say how it ended.
 */
export function statusOfConditional(status: ConditionalStatus): OrderStatus {
  switch (status) {
    case 'new':
    case 'triggering':
    case 'triggered':
    case 'finished':
      return 'new';
    default:
      return status;
  }
}
