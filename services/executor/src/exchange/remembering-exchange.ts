/**
 * The exchange as the executor uses it on one network. Both order spaces answer in one shape, so that a
 * caller who lists, cancels or resolves orders cannot forget the second one.
 */
import type { Network } from '@platform/contracts';
import type { Clock } from '@platform/core';
import type {
  Balance,
  CancelOutcome,
  Exchange,
  MarkPrice,
  Position,
  PositionSide,
  Priority,
  QueryOutcome,
  ReadOutcome,
} from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { MarkSnapshot, NetworkExchange } from '../app/ports';
import { type ExchangeOrder, type OrderReference, ofConditional, ofPlain } from '../domain/exchange-order';

interface Seen<T> {
  readonly price: T;
  /** Of the monotonic clock. */
  readonly atMs: number;
}

const SEEN_LASTS_MS = 30_000;

const QUOTE_ASSET = 'USDT';
/** Worth a dollar each, near enough for fees. */
const DOLLARS = new Set(['USDT', 'BNFCR']);
const PRICE_LASTS_MS = 10 * 60_000;

export class RememberingExchange implements NetworkExchange {
  private readonly marks = new Map<string, Seen<string>>();
  /** By symbol and side. */
  private readonly liquidations = new Map<string, Seen<string | null>>();
  /** Of assets that fees and funding are paid in; the last one known is better than none. */
  private readonly prices = new Map<string, Seen<string>>();

  constructor(
    readonly network: Network,
    readonly port: Exchange,
    private readonly clock: Clock,
  ) {}

  /**
   * Remembers what it saw: marks and liquidation prices are wanted by many who need not ask for themselves.
   */
  async positions(symbol?: string, priority: Priority = 'read'): Promise<ReadOutcome<readonly Position[]>> {
    const answer = await this.port.account.positions(symbol, priority);
    if (answer.kind !== 'ok') return answer;
    const atMs = this.clock.monotonicMs();
    for (const { symbol: held, positionSide, markPrice, liquidationPrice } of answer.value) {
      const price = Number(liquidationPrice) === 0 ? null : liquidationPrice;
      this.liquidations.set(`${held}:${positionSide}`, { price, atMs });
      this.marks.set(held, { price: markPrice, atMs });
    }
    return answer;
  }

  /** Undefined when it was too long ago to be called the present. */
  recentMark(symbol: string, side: PositionSide): MarkSnapshot | undefined {
    const mark = this.recent(this.marks.get(symbol));
    if (mark === undefined) return undefined;
    const liquidation = this.recent(this.liquidations.get(`${symbol}:${side}`));
    return { markPrice: mark.price, liquidationPrice: liquidation?.price ?? null };
  }

  /** Asked for now, as an entry is judged by. */
  async readMark(symbol: string, priority: Priority = 'read'): Promise<ReadOutcome<MarkPrice>> {
    const answer = await this.port.marketData.markPrice(symbol, priority);
    if (answer.kind === 'ok')
      this.marks.set(symbol, { price: answer.value.markPrice, atMs: this.clock.monotonicMs() });
    return answer;
  }

  /** As good as now: what was seen lately, or else asked for. */
  async currentMark(symbol: string): Promise<string | undefined> {
    const seen = this.recent(this.marks.get(symbol));
    if (seen !== undefined) return seen.price;
    const answer = await this.readMark(symbol);
    return answer.kind === 'ok' ? answer.value.markPrice : undefined;
  }

  /** What an amount of an asset is worth; null when no price of it was ever read. */
  async usdOf(amount: string, asset: string | undefined): Promise<string | null> {
    if (asset === undefined || DOLLARS.has(asset) || Number(amount) === 0) return amount;
    const price = await this.priceOf(asset);
    return price === undefined ? null : new Decimal(amount).times(price).toDecimalPlaces(12).toFixed();
  }

  /**
   * What entries may use as margin. In multi-assets mode every asset's row states the whole of it in that
   * asset; otherwise only the quote asset's counts.
   */
  async availableUsd(balances: readonly Balance[]): Promise<string> {
    const quote = balances.find(({ asset }) => asset === QUOTE_ASSET);
    if (quote !== undefined) return quote.available;
    const others = await Promise.all(balances.map(({ asset, available }) => this.usdOf(available, asset)));
    return Decimal.max(0, ...others.map((usd) => usd ?? 0)).toFixed();
  }

  private async priceOf(asset: string): Promise<string | undefined> {
    const known = this.prices.get(asset);
    if (known !== undefined && this.clock.monotonicMs() - known.atMs < PRICE_LASTS_MS) return known.price;
    const answer = await this.port.marketData.markPrice(`${asset}USDT`, 'entry');
    if (answer.kind !== 'ok') return known?.price;
    const { markPrice: price } = answer.value;
    this.prices.set(asset, { price, atMs: this.clock.monotonicMs() });
    return price;
  }

  /** Whether the exchange's history shows the order; unreadable history does not say that it does not. */
  async mayBeInHistory({ symbol, clientOrderId, space }: OrderReference, sinceMs: number): Promise<boolean> {
    const { orders, conditionalOrders } = this.port;
    const history = await (space === 'regular' ? orders : conditionalOrders).history(symbol, {
      fromMs: Math.floor(sinceMs),
    });
    return history.kind !== 'ok' || history.value.some((past) => past.clientOrderId === clientOrderId);
  }

  async openOrders(
    symbol?: string,
    priority: Priority = 'read',
  ): Promise<ReadOutcome<readonly ExchangeOrder[]>> {
    const { orders, conditionalOrders } = this.port;
    const [plain, conditional] = await Promise.all([
      orders.open(symbol, priority),
      conditionalOrders.open(symbol, priority),
    ]);
    if (plain.kind !== 'ok') return plain;
    if (conditional.kind !== 'ok') return conditional;
    return { kind: 'ok', value: [...plain.value.map(ofPlain), ...conditional.value.map(ofConditional)] };
  }

  /**
   * One order by its client id. A stop that has triggered lives on as a plain order of the same id: what that
   * one says is later and counts.
   */
  async query(
    { symbol, clientOrderId, space }: OrderReference,
    priority: Priority = 'read',
  ): Promise<QueryOutcome<ExchangeOrder>> {
    const reference = { symbol, clientOrderId };
    const { orders, conditionalOrders } = this.port;
    if (space === 'regular') return found(await orders.query(reference, priority), ofPlain);
    const conditional = await conditionalOrders.query(reference, priority);
    if (conditional.kind !== 'found' || conditional.order.orderId === undefined)
      return found(conditional, ofConditional);
    const plain = found(await orders.query(reference, priority), ofPlain);
    return plain.kind === 'found' ? plain : found(conditional, ofConditional);
  }

  async cancel({ symbol, clientOrderId, space }: OrderReference): Promise<CancelOutcome> {
    const { orders, conditionalOrders } = this.port;
    return (space === 'regular' ? orders : conditionalOrders).cancel({ symbol, clientOrderId });
  }

  private recent<T>(seen: Seen<T> | undefined): Seen<T> | undefined {
    return seen !== undefined && this.clock.monotonicMs() - seen.atMs < SEEN_LASTS_MS ? seen : undefined;
  }
}

function found<T>(outcome: QueryOutcome<T>, read: (order: T) => ExchangeOrder): QueryOutcome<ExchangeOrder> {
  return outcome.kind === 'found' ? { kind: 'found', order: read(outcome.order) } : outcome;
}
