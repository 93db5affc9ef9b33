/** An order as the exchange shows it: plain and conditional ones in one shape. */
import type { ConditionalOrder, Order, SubmitOutcome } from '@platform/exchange';
import { type OrderReport, type OrderSpaceName, statusOfConditional } from './order';

export interface ExchangeOrder {
  readonly report: OrderReport;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly triggerPrice: string | null;
  readonly isReducing: boolean;
  /** Forwarded to the book and not heard of since. */
  readonly isTriggering: boolean;
}

export interface OrderReference {
  readonly symbol: string;
  readonly clientOrderId: string;
  readonly space: OrderSpaceName;
}

export function accepted<T>(
  outcome: SubmitOutcome<T>,
  read: (order: T) => ExchangeOrder,
): SubmitOutcome<ExchangeOrder> {
  return outcome.kind === 'accepted' ? { kind: 'accepted', order: read(outcome.order) } : outcome;
}

export function ofPlain(order: Order): ExchangeOrder {
  return {
    report: {
      symbol: order.symbol,
      clientOrderId: order.clientOrderId,
      exchangeOrderId: order.orderId,
      space: 'regular',
      status: order.status,
      filledQuantity: order.filledQuantity,
      averagePrice: Number(order.averagePrice ?? 0) === 0 ? null : order.averagePrice!,
    },
    side: order.side,
    quantity: order.quantity,
    triggerPrice: null,
    isReducing: order.isReducing,
    isTriggering: false,
  };
}

export function ofConditional(order: ConditionalOrder): ExchangeOrder {
  return {
    report: {
      symbol: order.symbol,
      clientOrderId: order.clientOrderId,
      exchangeOrderId: order.conditionalId,
      space: 'algo',
      status: statusOfConditional(order.status),
      filledQuantity: '0',
      averagePrice: null,
    },
    side: order.side,
    quantity: order.quantity,
    triggerPrice: order.triggerPrice,
    isReducing: order.isReducing,
    isTriggering: order.status === 'triggering',
  };
}
