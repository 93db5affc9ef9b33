/**
 * Brings one symbol's rows in line with the exchange: asks for orders that are not listed, books missed trades, adopts or cancels
 * unrecorded orders of ours. What it cannot explain it reports and counts; it never invents a fill.
 */
import { parseClientOrderId } from '@platform/exchange';
import type { ErrorLog } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import { driftOf, type SymbolDrift } from '../domain/reconcile';
import type { BookStore } from '../store/book';
import type { OrderStore } from '../store/orders';
import type { PositionStore } from '../store/positions';
import type { Timing } from '../timing';
import type { AccountReads } from '../venue/account-reads';
import type { Venue, VenueOrder } from '../venue/venue';
import type { Bookkeeper } from './bookkeeper';
import type { TriggerWatch } from './trigger-watch';

export interface ReconcilerParts {
  readonly venue: Venue;
  readonly account: AccountReads;
  readonly symbol: string;
  readonly books: BookStore;
  readonly orders: OrderStore;
  readonly positions: PositionStore;
  readonly bookkeeper: Bookkeeper;
  readonly triggers: TriggerWatch;
  readonly errors: ErrorLog;
  readonly timing: Timing;
}

export type ReconcileResult =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'done'; readonly anomalies: number; readonly fixed: number; readonly critical: number };

export class SymbolReconciler {
  #driftingSinceMs: number | undefined;
  readonly #foreignReported = new Set<string>();

  constructor(private readonly parts: ReconcilerParts) {}

  async reconcile(options: { readonly isStartup: boolean }): Promise<ReconcileResult> {
    const observed = await this.#observe();
    if (observed === undefined) return { kind: 'unreadable' };
    const { books, venue, symbol } = this.parts;
    const before = driftOf(await books.load(venue.network, symbol), observed);
    let fixed = await this.#learnMissing(before);
    fixed += await this.#recoverOrders(before, observed.venueOrders);
    if (!new Decimal(before.quantity).isZero() || (await books.hasUnbooked(venue.network, symbol))) {
      await this.parts.bookkeeper.catchUp(symbol);
    }
    const book = await books.load(venue.network, symbol);
    this.parts.triggers.keepOnly(new Set(book.orders.map(({ clientOrderId }) => clientOrderId)));
    const after = driftOf(book, observed);
    const isExplained = new Decimal(after.quantity).isZero();
    if (isExplained && !new Decimal(before.quantity).isZero()) fixed += 1;
    const unexplained = await this.#judgeExposure(after, options.isStartup);
    const foreign = this.#reportForeign(after);
    const unowned = book.holdings.filter(({ botId }) => botId === null).length;
    const critical = unexplained + (options.isStartup ? foreign + unowned : 0);
    return { kind: 'done', anomalies: fixed + unexplained + foreign, fixed, critical };
  }

  async #observe() {
    const { account, symbol } = this.parts;
    const answer = await account.read(symbol);
    if (answer.kind !== 'ok') return undefined;
    const { orders: open, positions } = answer.value;
    this.#noteTriggers(open);
    const quantity = positions.reduce((sum, side) => sum.plus(side.quantity), new Decimal(0)).toFixed();
    const orders = open.map(({ report, isReducing }) => ({
      clientOrderId: report.clientOrderId,
      isReducing,
    }));
    return { orders, quantity, venueOrders: open };
  }

  #noteTriggers(orders: readonly VenueOrder[]): void {
    for (const { report, isTriggering } of orders)
      this.parts.triggers.note(report.clientOrderId, isTriggering);
  }

  async #learnMissing({ missing }: SymbolDrift): Promise<number> {
    const { venue, symbol, orders } = this.parts;
    let fixed = 0;
    for (const { clientOrderId, space, ageMs } of missing) {
      const answer = await venue.query({ symbol, clientOrderId, space });
      if (answer.kind === 'found') {
        // An order between its trigger and the book is on no list, but its position depends on it.
        this.#noteTriggers([answer.order]);
        await orders.report(venue.network, answer.order.report);
        if (answer.order.report.status !== 'new') fixed += 1;
      } else if (answer.kind === 'not_found' && ageMs > this.parts.timing.settlingMs) {
        await orders.settle(clientOrderId, 'expired', 'the exchange no longer knows it');
        fixed += 1;
      }
    }
    return fixed;
  }

  /** An order that can only reduce is taken over under its intent's name; the protection plan decides whether it is still needed. */
  async #recoverOrders({ unrecorded }: SymbolDrift, open: readonly VenueOrder[]): Promise<number> {
    const { venue, symbol, orders, positions, errors } = this.parts;
    for (const { clientOrderId } of unrecorded) {
      const order = open.find(({ report }) => report.clientOrderId === clientOrderId)!;
      const { intentId, leg } = parseClientOrderId(clientOrderId)!;
      const owner = await positions.intentOwner(intentId);
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        client_order_id: clientOrderId,
        message: 'an order without a row',
      });
      if (await orders.report(venue.network, order.report)) continue;
      if (owner === null || !order.isReducing || leg === 'entry') {
        const outcome = await venue.cancel({ symbol, clientOrderId, space: order.report.space });
        if (outcome.kind !== 'cancelled')
          errors.report('EXECUTOR_RECONCILE_FIX_FAILED', { symbol, client_order_id: clientOrderId });
        continue;
      }
      await orders.adopt(
        {
          intentId,
          botId: owner,
          network: venue.network,
          symbol,
          leg,
          orderType: order.report.space === 'algo' ? 'stop_market' : 'market',
          space: order.report.space,
          side: order.side,
          quantity: order.quantity,
          ...(order.triggerPrice === null ? {} : { triggerPrice: order.triggerPrice }),
        },
        order.report,
      );
    }
    return unrecorded.length;
  }

  /** Reads lag, so a difference counts once it lasts; at startup nothing of ours is on its way and it counts at once: there the network gives it time. */
  async #judgeExposure({ quantity }: SymbolDrift, isStartup: boolean): Promise<number> {
    if (new Decimal(quantity).isZero()) {
      this.#driftingSinceMs = undefined;
      return 0;
    }
    this.#driftingSinceMs ??= performance.now();
    if (!isStartup && performance.now() - this.#driftingSinceMs < this.parts.timing.settlingMs) return 0;
    const { venue, symbol, errors } = this.parts;
    errors.report('EXECUTOR_RECONCILE_DRIFT', {
      symbol,
      network: venue.network,
      quantity,
      message: 'exposure that no fill explains',
    });
    if (!isStartup) {
      await this.parts.positions.bookUnexplained(venue.network, symbol, quantity);
      this.#driftingSinceMs = undefined;
    }
    return 1;
  }

  #reportForeign({ foreign }: SymbolDrift): number {
    for (const { clientOrderId } of foreign) {
      if (this.#foreignReported.has(clientOrderId)) continue;
      this.#foreignReported.add(clientOrderId);
      const { symbol, errors } = this.parts;
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        client_order_id: clientOrderId,
        message: 'an order nobody here placed',
      });
    }
    return foreign.length;
  }
}
