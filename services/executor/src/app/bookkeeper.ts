/**
 * Writes down what the exchange reports: orders and fills, from the stream or read again. Each is idempotent,
 * so a repeated report is harmless, and a late one is caught up with by reading trades since the newest one
 * booked.
 */
import type { Order, Trade, UserEvent } from '@platform/exchange';
import { ofConditional, ofPlain } from '../domain/exchange-order';
import type { OwedRows } from './owed-rows';
import type { ExchangeFill, Fills, NetworkExchange, Orders } from './ports';

/** Trades appear in reads later than in time: look back further than what was read before. */
const OVERLAP_MS = 10 * 60_000;
/** Of a symbol that nothing is known of. */
const FIRST_LOOK_MS = 24 * 3_600_000;
const ORDER_LAG_MS = 60_000;

/** One moment by the exchange's clock, which may jump, and by one that does not. */
interface Moment {
  readonly exchangeMs: number;
  readonly monotonicMs: number;
}

export type OrderEvent = Extract<UserEvent, { kind: 'order' | 'conditional' }>;

export class Bookkeeper {
  /** By symbol, the looks after which everything was booked: a long quiet time is walked through once. */
  private readonly looks = new Map<string, Moment[]>();

  constructor(
    private readonly exchange: NetworkExchange,
    private readonly orders: Orders,
    private readonly fills: Fills,
    private readonly owed: Pick<OwedRows, 'write'>,
    /** Of the monotonic clock. */
    private readonly nowMs: () => number,
  ) {}

  /** False when it cannot be booked before something else has been read. */
  async note(event: OrderEvent): Promise<boolean> {
    const { network } = this.exchange;
    if (event.kind === 'conditional') {
      await this.orders.report(network, ofConditional(event.order).report);
      return true;
    }
    const { order, fill } = event;
    let isBooked = true;
    if (fill !== undefined) {
      // A trade that is booked before its order has a row is not counted for that order, which would then
      // seem unbooked.
      await this.owed.write(order.symbol);
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
        feeUsd: await this.exchange.usdOf(fill.commission, fill.commissionAsset),
        timeMs: event.occurredAtMs,
      });
    }
    await this.orders.report(network, ofPlain(order).report);
    return isBooked;
  }

  /** Books and exchange agree: nothing before this moment is left to be booked. */
  agreed(symbol: string): void {
    this.keep(symbol, this.now());
  }

  /**
   * Books every trade the exchange has and we do not. False when it could not be read, or not yet in full.
   */
  async catchUp(symbol: string): Promise<boolean> {
    const { account, orders } = this.exchange.port;
    const now = this.now();
    const fromMs = await this.fromMs(symbol, now);
    const [trades, past] = await Promise.all([
      account.trades(symbol, { fromMs }),
      orders.history(symbol, { fromMs: fromMs - OVERLAP_MS }),
    ]);
    if (trades.kind !== 'ok' || past.kind !== 'ok') return false;
    await this.owed.write(symbol);
    // Where a connection was lost between two of many trades, the next look goes on from there.
    const tradeIds = trades.value.map(({ tradeId }) => tradeId);
    const booked = await this.fills.booked(this.exchange.network, symbol, tradeIds);
    const byId = new Map(past.value.map((order) => [order.orderId, order]));
    for (const trade of trades.value) {
      if (booked.has(trade.tradeId)) continue;
      const order = byId.get(trade.orderId);
      // Without its order the owner of a young trade is unknown; a read that lags will show the order next
      // time. What came after it waits too: booked before it, a closing would fall on others.
      if (order === undefined && now.exchangeMs - trade.timeMs < ORDER_LAG_MS) return false;
      await this.fills.book(await this.fillOf(trade, order));
    }
    this.keep(symbol, now);
    return true;
  }

  private now(): Moment {
    return { exchangeMs: Math.floor(this.exchange.port.clock.nowMs()), monotonicMs: this.nowMs() };
  }

  /** With the looks of the last minutes, and one before them. */
  private keep(symbol: string, look: Moment): void {
    const looks = this.looks.get(symbol) ?? [];
    looks.push(look);
    while (looks.length > 1 && look.monotonicMs - looks[1]!.monotonicMs >= OVERLAP_MS) looks.shift();
    this.looks.set(symbol, looks);
  }

  private async fromMs(symbol: string, { exchangeMs }: Moment): Promise<number> {
    // Not the newest that is booked: an older one may have been missed while trades could not be read.
    const looks = this.looks.get(symbol);
    if (looks !== undefined) {
      // One look is not enough: the exchange's clock may have been ahead then, or have jumped since, and the
      // overlap would be nothing.
      return Math.min(exchangeMs, ...looks.map((look) => look.exchangeMs)) - OVERLAP_MS;
    }
    const knownMs = await this.fills.knownUntil(this.exchange.network, symbol);
    return knownMs === null ? exchangeMs - FIRST_LOOK_MS : Math.min(exchangeMs, knownMs) - OVERLAP_MS;
  }

  private async fillOf(trade: Trade, order: Order | undefined): Promise<ExchangeFill> {
    return {
      network: this.exchange.network,
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
      feeUsd: await this.exchange.usdOf(trade.commission, trade.commissionAsset),
      realizedPnl: trade.realizedPnl,
      isMaker: trade.isMaker,
      timeMs: trade.timeMs,
    };
  }
}
