/**
 * Orders in two spaces: plain orders rest in or hit the book, conditional orders wait for a trigger
 * elsewhere. To know what is open, cancel everything or find orphans, look into both.
 */
import type { OrderStatus } from '@platform/contracts';
import type { PositionSide, Side } from './instrument';
import type { CancelOutcome, Priority, QueryOutcome, ReadOutcome, SubmitOutcome } from './outcomes';

/** `post_only` is refused rather than filled at once. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

/** Names the position it acts on and what it does to it; whether that is a buy or a sell follows. */
interface OrderRequestCommon {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** A closing order can never open or cross to the other side. */
  readonly effect: 'open' | 'close';
  readonly clientOrderId: string;
  readonly quantity: string;
}

export type OrderRequest =
  | (OrderRequestCommon & { readonly type: 'market' })
  | (OrderRequestCommon & {
      readonly type: 'limit';
      readonly price: string;
      readonly timeInForce: TimeInForce;
    });

export type ConditionalType = 'stop_market' | 'take_profit_market';
export type TriggerPriceSource = 'mark' | 'last';

/** Only exits: a conditional order closes the whole position of its side or reduces it by a quantity. */
export interface ConditionalRequest {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly clientOrderId: string;
  readonly type: ConditionalType;
  readonly triggerPrice: string;
  readonly triggerSource: TriggerPriceSource;
  readonly size: { readonly kind: 'close_position' } | { readonly kind: 'reduce'; readonly quantity: string };
}

/** Orders of the exchange itself, closing a position. */
export type ForcedBy = 'liquidation' | 'auto_deleveraging' | 'settlement';

export interface Order {
  readonly symbol: string;
  /** Exact: ids exceed the integers a double can hold. */
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly side: Side;
  /** Undefined on an account without hedge mode, where every order acts on the net position. */
  readonly positionSide: PositionSide | undefined;
  /** In the exchange's words, lower case: other clients may place types that we never do. */
  readonly type: string;
  readonly status: Exclude<OrderStatus, 'submitting' | 'unknown'>;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly price: string;
  /** Undefined where the exchange does not say; '0' while nothing is filled. */
  readonly averagePrice: string | undefined;
  /** Can only make a position smaller. */
  readonly isReducing: boolean;
  readonly forcedBy: ForcedBy | undefined;
  readonly updatedAtMs: number;
}

/**
 * triggering: forwarded but not yet in the book; triggered: in the book; finished: its plain order has ended.
 */
export type ConditionalStatus =
  | 'new'
  | 'triggering'
  | 'triggered'
  | 'finished'
  | 'cancelled'
  | 'rejected'
  | 'expired';

export interface ConditionalOrder {
  readonly symbol: string;
  readonly conditionalId: string;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly positionSide: PositionSide | undefined;
  readonly type: string;
  readonly status: ConditionalStatus;
  readonly triggerPrice: string;
  /** '0' on an order that closes the whole position. */
  readonly quantity: string;
  readonly isReducing: boolean;
  /** The plain order that the trigger created. */
  readonly orderId: string | undefined;
  readonly updatedAtMs: number;
}

export interface OrderReference {
  readonly symbol: string;
  readonly clientOrderId: string;
}

/** From a moment up to another, or up to now. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs?: number;
}

export interface TimeRange {
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly limit?: number;
}

/**
 * One order space. Reads default to priority `read`; a flatten passes `exit`. Submits that only reduce, and
 * cancels, are exits.
 */
export interface OrderSpace<Request, Placed> {
  place(request: Request): Promise<SubmitOutcome<Placed>>;
  query(order: OrderReference, priority?: Priority): Promise<QueryOutcome<Placed>>;
  cancel(order: OrderReference): Promise<CancelOutcome>;
  /** All open orders of the symbol in this space. */
  cancelAll(symbol: string): Promise<ReadOutcome<void>>;
  open(symbol?: string, priority?: Priority): Promise<ReadOutcome<readonly Placed[]>>;
  history(symbol: string, range: TimeRange, priority?: Priority): Promise<ReadOutcome<readonly Placed[]>>;
}

export type Orders = OrderSpace<OrderRequest, Order>;
export type ConditionalOrders = OrderSpace<ConditionalRequest, ConditionalOrder>;
