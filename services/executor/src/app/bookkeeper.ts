/**
 * Writes down what the exchange tells: order reports and fills, from the stream or read again. Each is idempotent, so telling twice
 * is harmless and telling late is caught up with by reading trades since the newest one booked.
 */
import type { Order, Trade, UserEvent } from '@platform/exchange';
import type { FillStore, VenueFill } from '../store/fills';
import type { OrderStore } from '../store/orders';
import { ofConditional, ofPlain, type Venue } from '../venue/venue';

/** Trades appear in reads later than in time: look back further than the newest. */
const OVERLAP_MS = 10 * 60_000;
/** The exchange answers for at most seven days at once. */
const FIRST_LOOK_MS = 24 * 3_600_000;
const PAGE = 1_000;
const ORDER_LAG_MS = 60_000;

export type OrderEvent = Extract<UserEvent, { kind: 'order' | 'conditional' }>;

export class Bookkeeper {
  constructor(
    private readonly venue: Venue,
    private readonly orders: OrderStore,
    private readonly fills: FillStore,
  ) {}

  async note(event: OrderEvent): Promise<void> {
    const { network } = this.venue;
    if (event.kind === 'conditional') {
      await this.orders.report(network, ofConditional(event.order).report);
      return;
    }
    const { order, fill } = event;
    if (fill !== undefined) {
      await this.fills.book({
        ...fill,
        network,
        symbol: order.symbol,
        clientOrderId: order.clientOrderId,
        exchangeOrderId: order.orderId,
        isForced: order.forcedBy !== undefined,
        side: order.side,
        fee: fill.commission,
        feeAsset: fill.commissionAsset ?? null,
        timeMs: event.occurredAtMs,
      });
    }
    await this.orders.report(network, ofPlain(order).report);
  }

  /** Books every trade the exchange has and we do not. False when it could not be read. */
  async catchUp(symbol: string): Promise<boolean> {
    const { account, orders, clock } = this.venue.exchange;
    const newest = await this.fills.newestTradeTime(this.venue.network, symbol);
    const fromMs = newest === null ? Math.floor(clock.nowMs()) - FIRST_LOOK_MS : newest - OVERLAP_MS;
    const [trades, past] = await Promise.all([
      account.trades(symbol, { fromMs }, 'exit'),
      orders.history(symbol, { fromMs: fromMs - OVERLAP_MS, limit: PAGE }, 'exit'),
    ]);
    if (trades.kind !== 'ok' || past.kind !== 'ok') return false;
    const byId = new Map(past.value.map((order) => [order.orderId, order]));
    for (const trade of trades.value) {
      const order = byId.get(trade.orderId);
      // Without its order a young trade would be booked to nobody; a read that lags will show the order next time.
      if (order === undefined && clock.nowMs() - trade.timeMs < ORDER_LAG_MS) continue;
      await this.fills.book(this.#fillOf(trade, order));
    }
    return true;
  }

  #fillOf(trade: Trade, order: Order | undefined): VenueFill {
    return {
      network: this.venue.network,
      symbol: trade.symbol,
      tradeId: trade.tradeId,
      clientOrderId: order?.clientOrderId ?? '',
      exchangeOrderId: trade.orderId,
      isForced: order?.forcedBy !== undefined,
      side: trade.side,
      quantity: trade.quantity,
      price: trade.price,
      fee: trade.commission,
      feeAsset: trade.commissionAsset,
      realizedPnl: trade.realizedPnl,
      isMaker: trade.isMaker,
      timeMs: trade.timeMs,
    };
  }
}
