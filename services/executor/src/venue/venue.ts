/**
 * The exchange as the executor uses it on one network. Both order spaces answer in one shape, so that whoever asks what is open,
 * cancels or resolves cannot forget the second one.
 */
import type { Network } from '@platform/contracts';
import type {
  CancelOutcome,
  ConditionalOrder,
  Exchange,
  MarkPrice,
  Order,
  Position,
  Priority,
  QueryOutcome,
  ReadOutcome,
  SubmitOutcome,
} from '@platform/exchange';
import { type OrderReport, type OrderSpaceName, statusOfConditional } from '../domain/order';

export interface VenueOrder {
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

/** What a symbol's price and margin looked like a moment ago. */
export interface Sight {
  readonly markPrice: string;
  readonly liquidationPrice: string | null;
  /** Of the monotonic clock. */
  readonly atMs: number;
}

const SIGHT_LASTS_MS = 30_000;

export class Venue {
  readonly #sights = new Map<string, Sight>();

  constructor(
    readonly network: Network,
    readonly exchange: Exchange,
  ) {}

  /** Remembers what it saw: marks and liquidation prices are wanted by many who need not ask for themselves. */
  async positions(symbol?: string, priority: Priority = 'read'): Promise<ReadOutcome<readonly Position[]>> {
    const answer = await this.exchange.account.positions(symbol, priority);
    if (answer.kind !== 'ok') return answer;
    const atMs = performance.now();
    for (const { symbol: held, markPrice, liquidationPrice } of answer.value) {
      const liquidation = Number(liquidationPrice) === 0 ? null : liquidationPrice;
      this.#sights.set(held, { markPrice, liquidationPrice: liquidation, atMs });
    }
    return answer;
  }

  /** Undefined when it was too long ago to be called the present. */
  lastSeen(symbol: string): Sight | undefined {
    const seen = this.#sights.get(symbol);
    return seen !== undefined && performance.now() - seen.atMs < SIGHT_LASTS_MS ? seen : undefined;
  }

  /** Asked for now, as an entry is judged by. */
  async readMark(symbol: string, priority: Priority = 'read'): Promise<ReadOutcome<MarkPrice>> {
    const answer = await this.exchange.marketData.markPrice(symbol, priority);
    if (answer.kind === 'ok') {
      const { markPrice } = answer.value;
      const liquidationPrice = this.lastSeen(symbol)?.liquidationPrice ?? null;
      this.#sights.set(symbol, { markPrice, liquidationPrice, atMs: performance.now() });
    }
    return answer;
  }

  /** As good as now: what was seen lately, or else asked for. */
  async currentMark(symbol: string): Promise<string | undefined> {
    const seen = this.lastSeen(symbol);
    if (seen !== undefined) return seen.markPrice;
    const answer = await this.readMark(symbol);
    return answer.kind === 'ok' ? answer.value.markPrice : undefined;
  }

  async openOrders(
    symbol?: string,
    priority: Priority = 'read',
  ): Promise<ReadOutcome<readonly VenueOrder[]>> {
    const { orders, conditionalOrders } = this.exchange;
    const [plain, conditional] = await Promise.all([
      orders.open(symbol, priority),
      conditionalOrders.open(symbol, priority),
    ]);
    if (plain.kind !== 'ok') return plain;
    if (conditional.kind !== 'ok') return conditional;
    return { kind: 'ok', value: [...plain.value.map(ofPlain), ...conditional.value.map(ofConditional)] };
  }

  /**
   * One order by its client id. A stop that has triggered lives on as a plain order of the same id: what that one says is later and
   * counts.
   */
  async query(
    { symbol, clientOrderId, space }: OrderReference,
    priority: Priority = 'read',
  ): Promise<QueryOutcome<VenueOrder>> {
    const reference = { symbol, clientOrderId };
    const { orders, conditionalOrders } = this.exchange;
    if (space === 'regular') return found(await orders.query(reference, priority), ofPlain);
    const conditional = await conditionalOrders.query(reference, priority);
    if (conditional.kind !== 'found' || conditional.order.orderId === undefined)
      return found(conditional, ofConditional);
    const plain = found(await orders.query(reference, priority), ofPlain);
    return plain.kind === 'found' ? plain : found(conditional, ofConditional);
  }

  async cancel({ symbol, clientOrderId, space }: OrderReference): Promise<CancelOutcome> {
    const { orders, conditionalOrders } = this.exchange;
    return (space === 'regular' ? orders : conditionalOrders).cancel({ symbol, clientOrderId });
  }
}

export function accepted<T>(
  outcome: SubmitOutcome<T>,
  read: (order: T) => VenueOrder,
): SubmitOutcome<VenueOrder> {
  return outcome.kind === 'accepted' ? { kind: 'accepted', order: read(outcome.order) } : outcome;
}

function found<T>(outcome: QueryOutcome<T>, read: (order: T) => VenueOrder): QueryOutcome<VenueOrder> {
  return outcome.kind === 'found' ? { kind: 'found', order: read(outcome.order) } : outcome;
}

export function ofPlain(order: Order): VenueOrder {
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

export function ofConditional(order: ConditionalOrder): VenueOrder {
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
