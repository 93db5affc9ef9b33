/**
 * Takes the holdings of a symbol to zero, each holder's with orders of its own: an aggressive limit, then
 * market orders, each time from the position as the exchange shows it. Plain orders are cancelled first,
 * because a resting one would crowd out the closing, and so are the targets of a bot that is closed beside
 * others, which could fill after it; stops stay until the close is done or they turn out to block it. An
 * order of unknown fate is asked for before another is sent. Needs nothing
 * but the exchange: rows and events wait half a second for the database at most, and without books each side
 * is closed as a whole. A read that lags shows more than there is, and the exchange refuses to close that
 * much: halves find out how much is left. Only when the smallest lot is refused too do stops count as
 * blocking.
 */
import { FLATTEN_ORDER_TYPE, type FlattenStepFailureReason } from '@platform/contracts';
import type { PositionSide, SymbolFilters } from '@platform/exchange';
import { answerWithin, type ErrorLog, type Time } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { ExchangeOrder } from '../domain/exchange-order';
import {
  aggressivePrice,
  type Closing,
  halfOf,
  isBookedAsHeld,
  isShared,
  orderQuantity,
  planClosings,
  RESEND_AFTER_MS,
} from '../domain/flatten';
import { isUnresolved, type OpenOrder } from '../domain/order';
import { closingSide, quantitiesOf, type SideQuantities } from '../domain/sides';
import type { OwedRows } from './owed-rows';
import type { Books, Events, NetworkExchange, NewOrder, Orders, SymbolBook } from './ports';
import type { Submitted, Submitter } from './submitter';

/**
 * Then the desk has its turn: it books what happened and resolves what is unknown before the next attempt.
 */
const ATTEMPT_MS = 8_000;
const ROUND_PAUSE_MS = 400;
/** How long a flatten waits for the database before it goes on without. */
export const PATIENCE_MS = 500;

export interface FlattenRequest {
  readonly symbol: string;
  readonly traceId: string;
  /** The bots to close; undefined takes everything, also what no bot answers for. */
  readonly bots: readonly string[] | undefined;
  /** Ask nothing but the exchange. */
  readonly withoutBooks: boolean;
}

export interface FlattenerParts {
  readonly exchange: NetworkExchange;
  readonly submitter: Submitter;
  readonly books: Books;
  readonly orders: Orders;
  readonly owed: OwedRows;
  readonly events: Events;
  readonly errors: ErrorLog;
  readonly time: Time;
}

interface SymbolState {
  readonly exchange: SideQuantities;
  /** Undefined when it could not be read in time. */
  readonly book: SymbolBook | undefined;
}

/** By owner, how much of it an order may ask for: less than was refused. */
type Limits = Map<string, string>;

type RoundResult =
  | 'flat'
  | 'progressed'
  | 'stuck'
  | 'in_doubt'
  | { readonly blocked: readonly PositionSide[] };

export class Flattener {
  constructor(private readonly parts: FlattenerParts) {}

  /** True when the exchange showed it flat and nothing of it is left in doubt. */
  async flatten(request: FlattenRequest, signal?: AbortSignal): Promise<boolean> {
    const { time } = this.parts;
    const deadlineMs = time.monotonicMs() + ATTEMPT_MS;
    const limits: Limits = new Map();
    let blocked: readonly PositionSide[] = [];
    for (let round = 0; time.monotonicMs() < deadlineMs && signal?.aborted !== true; round += 1) {
      if (round === 0 || blocked.length > 0) await this.cancel(request, blocked);
      const result = await this.round(request, round, limits);
      if (result === 'flat') {
        this.done(request, 'flat', null);
        return true;
      }
      const isStuck = result === 'stuck' || (typeof result === 'object' && blocked.length > 0);
      blocked = typeof result === 'object' ? result.blocked : [];
      // Only the desk can find out more about an order that the exchange does not know.
      if (result === 'in_doubt') return false;
      if (isStuck) await time.wait(ROUND_PAUSE_MS, signal);
    }
    return false;
  }

  /** An entry may still be filled there though the exchange shows nothing of it. */
  symbolsBeingEntered(): ReadonlySet<string> {
    return this.parts.submitter.symbolsBeingEntered();
  }

  private async round(request: FlattenRequest, round: number, limits: Limits): Promise<RoundResult> {
    // Looked at first: what was read before an entry was answered does not show what that opened.
    const isBeingEntered = this.symbolsBeingEntered().has(request.symbol);
    const state = await this.readState(request);
    if (state === undefined) return 'stuck';
    const holdings = state.book?.holdings ?? [];
    const closings = planClosings(state.exchange, holdings, request.bots);
    const { waiting, hasMoved, isEntryInDoubt } = await this.settleUnderWay(request, state);
    if (hasMoved) return 'progressed';
    if (closings.length === 0) {
      const isHeld = isBookedAsHeld(holdings, request.bots);
      const isEntryUnseen = state.book === undefined && isBeingEntered;
      if (waiting.size > 0 || isEntryInDoubt || isEntryUnseen || isHeld) return 'in_doubt';
      return (await this.tidy(request, state)) ? 'flat' : 'stuck';
    }
    const free = closings.filter((closing) => !waiting.has(ownerOf(closing)));
    if (free.length === 0) return 'in_doubt';
    const results = await this.closeAll(request, free, round, limits);
    const blocked = free
      .filter((_, index) => results[index] === 'blocked')
      .map(({ positionSide }) => positionSide);
    if (blocked.length > 0) return { blocked };
    return results.includes('progressed') ? 'progressed' : 'stuck';
  }

  private async readState(request: FlattenRequest): Promise<SymbolState | undefined> {
    const [positions, book] = await Promise.all([
      this.parts.exchange.positions(request.symbol, 'exit'),
      this.book(request),
    ]);
    if (positions.kind !== 'ok') {
      this.failed(request, 'position_poll_failed');
      return undefined;
    }
    // What one bot holds is known from the books alone.
    if (book === undefined && request.bots !== undefined) return undefined;
    return { exchange: quantitiesOf(positions.value, request.symbol), book };
  }

  private async book({ symbol, withoutBooks }: FlattenRequest): Promise<SymbolBook | undefined> {
    if (withoutBooks) return undefined;
    const { books, owed, time, exchange } = this.parts;
    const loaded = owed.write(symbol).then(() => books.load(exchange.network, symbol));
    return answerWithin(time, PATIENCE_MS, loaded).catch(() => undefined);
  }

  /**
   * Orders that may still change what is held: `waiting` names the owners that another closing order would
   * endanger.
   */
  private async settleUnderWay(request: FlattenRequest, { book, exchange }: SymbolState) {
    const waiting = new Set<string>();
    let hasMoved = false;
    let isEntryInDoubt = false;
    const open = (book?.orders ?? []).filter((order) => this.isUnderWay(request, order));
    await Promise.all(
      open.map(async (order) => {
        const fate = await this.fateOf(request, order);
        if (fate === 'known') hasMoved = true;
        else if (order.leg === 'entry') isEntryInDoubt = true;
        else {
          const positionSide = order.side === 'sell' ? 'long' : 'short';
          const isAlone = !isShared(positionSide, book!, request.bots);
          const mayRepeat = fate === 'absent' && order.ageMs > RESEND_AFTER_MS;
          const isOver = Number(exchange[positionSide]) === 0;
          if (!isAlone || !(mayRepeat || isOver)) waiting.add(ownerOf({ botId: order.botId, positionSide }));
        }
      }),
    );
    return { waiting, hasMoved, isEntryInDoubt };
  }

  private isUnderWay({ bots }: FlattenRequest, order: OpenOrder): boolean {
    const isMeant = bots === undefined || (order.botId !== null && bots.includes(order.botId));
    return isMeant && order.space === 'regular';
  }

  private async fateOf(
    { symbol }: FlattenRequest,
    order: OpenOrder,
  ): Promise<'known' | 'absent' | 'unreadable'> {
    const { exchange, orders } = this.parts;
    const { clientOrderId, space } = order;
    const answer = await exchange.query({ symbol, clientOrderId, space }, 'exit');
    if (answer.kind === 'not_found') return 'absent';
    if (answer.kind !== 'found') return 'unreadable';
    const { status } = answer.order.report;
    if (status === 'new' || status === 'partially_filled') {
      await exchange.cancel({ symbol, clientOrderId, space });
    }
    const reported = orders.report(exchange.network, answer.order.report);
    return answerWithin(this.parts.time, PATIENCE_MS, reported).then(
      () => 'known' as const,
      () => 'unreadable' as const,
    );
  }

  private async closeAll(
    request: FlattenRequest,
    closings: readonly Closing[],
    round: number,
    limits: Limits,
  ) {
    const { port } = this.parts.exchange;
    const filters = await port.filters.of(request.symbol);
    const best =
      round === 0 && filters.kind === 'ok'
        ? await port.marketData.bookTicker(request.symbol, 'exit')
        : undefined;
    if (best !== undefined && best.kind !== 'ok') this.failed(request, 'book_fetch_failed');
    const rules = filters.kind === 'ok' ? filters.value : undefined;
    const ticker = best?.kind === 'ok' ? best.value : undefined;
    return Promise.all(
      closings.map(async (closing) => {
        const limit = limits.get(ownerOf(closing)) ?? closing.quantity;
        const wanted = { ...closing, quantity: Decimal.min(closing.quantity, limit).toFixed() };
        const result = await this.close(request, wanted, rules, ticker);
        if (result !== 'blocked' || rules === undefined) return result;
        const half = halfOf(wanted.quantity, rules, 'market');
        if (half === null) return result;
        limits.set(ownerOf(closing), half);
        return 'progressed';
      }),
    );
  }

  private async close(
    request: FlattenRequest,
    closing: Closing,
    filters: SymbolFilters | undefined,
    best: { readonly bidPrice: string; readonly askPrice: string } | undefined,
  ): Promise<'progressed' | 'stuck' | 'blocked'> {
    const side = closingSide(closing.positionSide);
    const type = best === undefined ? 'market' : 'limit';
    // Without filters, or for dust: the exact holding is the one quantity that is certainly right.
    const quantity = filters === undefined ? null : orderQuantity(closing.quantity, filters, type);
    const isLimit = quantity !== null && best !== undefined;
    const order: NewOrder = {
      intentId: null,
      botId: closing.botId,
      network: this.parts.exchange.network,
      symbol: request.symbol,
      leg: 'flatten',
      orderType: FLATTEN_ORDER_TYPE,
      space: 'regular',
      flattenId: request.traceId,
      side,
      quantity: quantity ?? closing.quantity,
      ...(isLimit ? { price: aggressivePrice(side, best, filters!) } : {}),
    };
    const submitted = await this.parts.submitter.reduce(order, PATIENCE_MS);
    return this.judge(request, closing, isLimit ? 'aggressive_limit' : 'market_fallback', submitted);
  }

  private judge(
    request: FlattenRequest,
    { botId }: Closing,
    step: 'aggressive_limit' | 'market_fallback',
    result: Submitted,
  ): 'progressed' | 'stuck' | 'blocked' {
    if (result.kind === 'accepted') {
      this.done(request, step, botId);
      return Number(result.order.report.filledQuantity) > 0 ? 'progressed' : 'stuck';
    }
    const reason = result.kind === 'refused' ? result.reason : undefined;
    this.failed(request, reason === 'symbol_not_tradable' ? 'symbol_new_rejected' : `${step}_failed`, result);
    return reason === 'reduce_only_refused' || reason === 'reduce_only_conflict' ? 'blocked' : 'stuck';
  }

  /**
   * Plain orders and a bot's own targets; on a side where something keeps the closing from being taken, all
   * stops and targets.
   */
  private async cancel(request: FlattenRequest, blocked: readonly PositionSide[]): Promise<void> {
    const { orders } = this.parts.exchange.port;
    const { symbol, bots } = request;
    const isInTheWay = ({ side }: { readonly side: 'buy' | 'sell' }) =>
      blocked.some((positionSide) => closingSide(positionSide) === side);
    const outcomes =
      bots === undefined
        ? await Promise.all([
            orders.cancelAll(symbol),
            ...(blocked.length > 0 ? [this.cancelStops(symbol, isInTheWay)] : []),
          ])
        : await this.cancelOwn(
            request,
            (order) => order.space === 'regular' || order.leg === 'tp' || isInTheWay(order),
          );
    if (outcomes.every(isCancelled)) this.done(request, 'step_zero_cancel', null);
    else this.failed(request, 'step_zero_cancel_failed');
  }

  private async cancelStops(symbol: string, isMeant: (order: ExchangeOrder) => boolean) {
    const { exchange } = this.parts;
    const open = await exchange.openOrders(symbol, 'exit');
    if (open.kind !== 'ok') return open;
    const stops = open.value.filter((order) => order.report.space === 'algo' && isMeant(order));
    const outcomes = await Promise.all(
      stops.map(({ report: { clientOrderId, space } }) => exchange.cancel({ symbol, clientOrderId, space })),
    );
    return outcomes.find((outcome) => !isCancelled(outcome)) ?? open;
  }

  private async cancelOwn(request: FlattenRequest, isMeant: (order: OpenOrder) => boolean) {
    const { exchange } = this.parts;
    const { symbol, bots } = request;
    const book = await this.book(request);
    const own = (book?.orders ?? []).filter(
      (order) =>
        order.botId !== null && bots!.includes(order.botId) && !isUnresolved(order) && isMeant(order),
    );
    return Promise.all(
      own.map(({ clientOrderId, space }) => exchange.cancel({ symbol, clientOrderId, space })),
    );
  }

  /** Nothing is held: no order of it may be left. What is read late is looked at again. */
  private async tidy(request: FlattenRequest, state: SymbolState): Promise<boolean> {
    const { exchange } = this.parts;
    const { symbol, bots } = request;
    if (bots !== undefined) return (await this.cancelOwn(request, () => true)).every(isCancelled);
    const open = await exchange.openOrders(symbol, 'exit');
    if (open.kind !== 'ok') return false;
    if (open.value.length === 0) return Number(state.exchange.long) + Number(state.exchange.short) === 0;
    await Promise.all([
      exchange.port.orders.cancelAll(symbol),
      exchange.port.conditionalOrders.cancelAll(symbol),
    ]);
    const left = await exchange.openOrders(symbol, 'exit');
    return left.kind === 'ok' && left.value.length === 0;
  }

  private done({ symbol, traceId }: FlattenRequest, step: string, botId: string | null): void {
    const { events, errors, exchange } = this.parts;
    events
      .flattenStep({ network: exchange.network, symbol, step, traceId, botId })
      .catch((error: unknown) => {
        const context = { network: exchange.network, symbol, trace_id: traceId };
        errors.report('EXECUTOR_DB_WRITE_FAILED', { ...context, err: error });
      });
  }

  private failed(
    { symbol, traceId }: FlattenRequest,
    reason: FlattenStepFailureReason,
    result?: Submitted,
  ): void {
    const message = result?.kind === 'refused' ? result.message : undefined;
    const context = {
      reason_code: reason,
      network: this.parts.exchange.network,
      symbol,
      trace_id: traceId,
      ...(message === undefined ? {} : { detail: message }),
    };
    this.parts.errors.report('EXECUTOR_FLATTEN_STEP_FAILED', context);
  }
}

function isCancelled({ kind }: { readonly kind: string }): boolean {
  return kind === 'ok' || kind === 'cancelled' || kind === 'not_found';
}

function ownerOf({ botId, positionSide }: Pick<Closing, 'botId' | 'positionSide'>): string {
  return `${botId}:${positionSide}`;
}
