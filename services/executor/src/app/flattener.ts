/**
 * Takes one symbol to flat and order-free. Step zero cancels in both spaces, because resting reducing orders would crowd out the
 * closing one; then an aggressive limit, then market orders, each time from the position as the exchange shows it. Needs nothing but
 * the exchange: rows and events are written when the database is there. Every order only reduces, so none can cross zero.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FLATTEN_ORDER_TYPE, type FlattenStepFailureReason } from '@platform/contracts';
import type { ErrorLog } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import { aggressivePrice, closingOf } from '../domain/flatten';
import type { EventStore } from '../store/events';
import type { Venue } from '../venue/venue';
import type { Submitted, Submitter } from './submitter';

const DEADLINE_MS = 55_000;
const ROUND_PAUSE_MS = 400;

export interface FlattenRequest {
  readonly symbol: string;
  readonly traceId: string;
  /** The bot whose orders these are; null when nobody in particular. */
  readonly botId: string | null;
  /** Close no more than this of the position, and leave other bots' orders alone; undefined takes everything. */
  readonly share?: string | undefined;
  /** The orders to cancel for a share. */
  readonly shareOrders?: readonly { readonly clientOrderId: string; readonly space: 'regular' | 'algo' }[];
}

export interface FlattenerParts {
  readonly venue: Venue;
  readonly submitter: Submitter;
  readonly events: EventStore;
  readonly errors: ErrorLog;
}

export class Flattener {
  constructor(private readonly parts: FlattenerParts) {}

  /** True when the exchange showed it flat before the deadline. */
  async flatten(request: FlattenRequest): Promise<boolean> {
    const deadlineMs = performance.now() + DEADLINE_MS;
    let leftover: Decimal | undefined =
      request.share === undefined ? undefined : new Decimal(request.share).abs();
    for (let round = 0; performance.now() < deadlineMs; round += 1) {
      if (round > 0) await sleep(ROUND_PAUSE_MS);
      await this.#cancelAll(request);
      const position = await this.#position(request);
      if (position === undefined) continue;
      const target =
        leftover === undefined
          ? position
          : Decimal.min(position.abs(), leftover).times(position.isNeg() ? -1 : 1);
      if (target.isZero()) {
        if (!(await this.#isOrderFree(request))) continue;
        await this.#done(request, 'flat');
        return true;
      }
      const filled = await this.#close(request, target.toFixed(), round);
      if (leftover !== undefined) leftover = leftover.minus(filled);
    }
    this.parts.errors.report('EXECUTOR_FLATTEN_FAILED', {
      symbol: request.symbol,
      trace_id: request.traceId,
    });
    return false;
  }

  async #cancelAll(request: FlattenRequest): Promise<void> {
    const { orders, conditionalOrders } = this.parts.venue.exchange;
    const { symbol, shareOrders } = request;
    const outcomes: readonly { readonly kind: string }[] =
      shareOrders === undefined
        ? await Promise.all([orders.cancelAll(symbol), conditionalOrders.cancelAll(symbol)])
        : await Promise.all(shareOrders.map((order) => this.parts.venue.cancel({ symbol, ...order })));
    if (outcomes.every(({ kind }) => kind === 'ok' || kind === 'cancelled' || kind === 'not_found')) {
      await this.#done(request, 'step_zero_cancel');
    } else this.#failed(request, 'step_zero_cancel_failed');
  }

  async #position(request: FlattenRequest): Promise<Decimal | undefined> {
    const { symbol } = request;
    const answer = await this.parts.venue.positions(symbol, 'exit');
    if (answer.kind === 'ok') {
      return new Decimal(answer.value.find((position) => position.symbol === symbol)?.quantity ?? 0);
    }
    this.#failed(request, 'position_poll_failed');
    return undefined;
  }

  /** The quantity that the order says it filled. */
  async #close(request: FlattenRequest, position: string, round: number): Promise<string> {
    const { venue } = this.parts;
    const filters = await venue.exchange.filters.of(request.symbol);
    if (filters.kind !== 'ok') return this.#marketRaw(request, position);
    if (round === 0) {
      const best = await venue.exchange.marketData.bookTicker(request.symbol, 'exit');
      if (best.kind === 'ok') {
        const closing = closingOf(position, filters.value, 'limit');
        if (closing === null) return this.#marketRaw(request, position);
        const price = aggressivePrice(closing.side, best.value, filters.value);
        return this.#judge(request, 'aggressive_limit', await this.#reduce(request, { ...closing, price }));
      }
      this.#failed(request, 'book_fetch_failed');
    }
    const closing = closingOf(position, filters.value, 'market');
    if (closing === null) return this.#marketRaw(request, position);
    return this.#judge(request, 'market_fallback', await this.#reduce(request, closing));
  }

  /** Without filters, or for dust: the exact position is the one quantity that is certainly right. */
  async #marketRaw(request: FlattenRequest, position: string): Promise<string> {
    const held = new Decimal(position);
    const closing = {
      side: held.isPos() ? ('sell' as const) : ('buy' as const),
      quantity: held.abs().toFixed(),
    };
    return this.#judge(request, 'market_fallback', await this.#reduce(request, closing));
  }

  #reduce(
    { symbol, botId, traceId }: FlattenRequest,
    closing: { side: 'buy' | 'sell'; quantity: string; price?: string },
  ): Promise<Submitted> {
    return this.parts.submitter.reduce({
      ...{ intentId: null, botId, network: this.parts.venue.network, symbol, leg: 'flatten' },
      ...{ orderType: FLATTEN_ORDER_TYPE, space: 'regular', flattenId: traceId },
      ...closing,
    });
  }

  async #judge(
    request: FlattenRequest,
    step: 'aggressive_limit' | 'market_fallback',
    result: Submitted,
  ): Promise<string> {
    if (result.kind === 'accepted') {
      await this.#done(request, step);
      return result.order.report.filledQuantity;
    }
    const isUntradable = result.kind === 'refused' && result.reason === 'symbol_not_tradable';
    this.#failed(request, isUntradable ? 'symbol_new_rejected' : `${step}_failed`, result);
    return '0';
  }

  async #isOrderFree({ symbol, shareOrders }: FlattenRequest): Promise<boolean> {
    if (shareOrders !== undefined) return true;
    const open = await this.parts.venue.openOrders(symbol, 'exit');
    return open.kind === 'ok' && open.value.length === 0;
  }

  async #done({ symbol, traceId, botId }: FlattenRequest, step: string): Promise<void> {
    await this.parts.events.flattenStep({ network: this.parts.venue.network, symbol, step, traceId, botId });
  }

  #failed({ symbol, traceId }: FlattenRequest, reason: FlattenStepFailureReason, result?: Submitted): void {
    const message = result?.kind === 'refused' ? result.message : undefined;
    const context = {
      reason_code: reason,
      symbol,
      trace_id: traceId,
      ...(message === undefined ? {} : { detail: message }),
    };
    this.parts.errors.report('EXECUTOR_FLATTEN_STEP_FAILED', context);
  }
}
