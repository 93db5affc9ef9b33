/**
 * Writes down what the exchange reports: orders and fills, from the stream or read again. Each is idempotent, so a repeated report
 * is harmless, and a late one is caught up with by reading trades since the newest one booked.
 */
import type { Order, Trade, UserEvent } from '@platform/exchange';
import { ofConditional, ofPlain } from '../domain/venue-order';
import type { Fills, Orders, Venue, VenueFill } from './ports';

/** Trades appear in reads later than in time: look back further than what was read before. */
const OVERLAP_MS = 10 * 60_000;
/** Of a symbol that nothing is known of. */
const FIRST_LOOK_MS = 24 * 3_600_000;
const ORDER_LAG_MS = 60_000;

export type OrderEvent = Extract<UserEvent, { kind: 'order' | 'conditional' }>;

export class Bookkeeper {
  /** By symbol, in the exchange's time: everything before is booked, so a long quiet time is walked through once. */
  readonly #readUntilMs = new Map<string, number>();

  constructor(
    private readonly venue: Venue,
    private readonly orders: Orders,
    private readonly fills: Fills,
  ) {}

  /** False when it cannot be booked before something else has been read. */
  async note(event: OrderEvent): Promise<boolean> {
    const { network } = this.venue;
    if (event.kind === 'conditional') {
      await this.orders.report(network, ofConditional(event.order).report);
      return true;
    }
    const { order, fill } = event;
    let isBooked = true;
    if (fill !== undefined) {
      isBooked = await this.fills.bookIfHeld({
        ...fill,
        network,
        symbol: order.symbol,
        clientOrderId: order.clientOrderId,
        exchangeOrderId: order.orderId,
        isForced: order.forcedBy !== undefined,
        side: order.side,
        positionSide: order.positionSide,
        fee: fill.commission,
        feeAsset: fill.commissionAsset ?? null,
        feeUsd: await this.venue.usdOf(fill.commission, fill.commissionAsset),
        timeMs: event.occurredAtMs,
      });
    }
    await this.orders.report(network, ofPlain(order).report);
    return isBooked;
  }

  /** Books and exchange agree: nothing before this moment is left to be booked. */
  agreed(symbol: string): void {
    this.#readUntilMs.set(symbol, Math.floor(this.venue.exchange.clock.nowMs()));
  }

  /** Books every trade the exchange has and we do not. False when it could not be read, or not yet in full. */
  async catchUp(symbol: string): Promise<boolean> {
    const { account, orders, clock } = this.venue.exchange;
    const nowMs = Math.floor(clock.nowMs());
    const fromMs = await this.#fromMs(symbol, nowMs);
    const [trades, past] = await Promise.all([
      account.trades(symbol, { fromMs }),
      orders.history(symbol, { fromMs: fromMs - OVERLAP_MS }),
    ]);
    if (trades.kind !== 'ok' || past.kind !== 'ok') return false;
    const byId = new Map(past.value.map((order) => [order.orderId, order]));
    let isComplete = true;
    for (const trade of trades.value) {
      const order = byId.get(trade.orderId);
      // Without its order the owner of a young trade is unknown; a read that lags will show the order next time.
      if (order === undefined && nowMs - trade.timeMs < ORDER_LAG_MS) isComplete = false;
      else await this.fills.book(await this.#fillOf(trade, order));
    }
    if (isComplete) this.#readUntilMs.set(symbol, nowMs);
    return isComplete;
  }

  async #fromMs(symbol: string, nowMs: number): Promise<number> {
    // Not the newest that is booked: an older one may have been missed while trades could not be read.
    const readMs = this.#readUntilMs.get(symbol);
    const knownMs = readMs ?? (await this.fills.knownUntil(this.venue.network, symbol));
    return knownMs === null ? nowMs - FIRST_LOOK_MS : knownMs - OVERLAP_MS;
  }

  async #fillOf(trade: Trade, order: Order | undefined): Promise<VenueFill> {
    return {
      network: this.venue.network,
      symbol: trade.symbol,
      tradeId: trade.tradeId,
      clientOrderId: order?.clientOrderId ?? '',
      exchangeOrderId: trade.orderId,
      isForced: order?.forcedBy !== undefined,
      side: trade.side,
      positionSide: trade.positionSide,
      quantity: trade.quantity,
      price: trade.price,
      fee: trade.commission,
      feeAsset: trade.commissionAsset,
      feeUsd: await this.venue.usdOf(trade.commission, trade.commissionAsset),
      realizedPnl: trade.realizedPnl,
      isMaker: trade.isMaker,
      timeMs: trade.timeMs,
    };
  }
}
