/**
 * Brings one symbol's rows in line with the exchange: asks for orders that are not listed, books missed trades, adopts or cancels
 * unrecorded orders of ours. What it cannot explain it reports and counts; it never invents a fill, and it decides that nothing explains a
 * difference only after the trades were read. More at the exchange than is booked becomes unowned; less than is booked keeps entries
 * away until an operator accepts the exchange's position.
 */
import { isDeepStrictEqual } from 'node:util';
import { parseClientOrderId } from '@platform/exchange';
import type { ErrorLog } from '@platform/service-kit';
import { type AbsenceEvidence, isProved, recordAbsence } from '../domain/absence';
import type { OpenOrder } from '../domain/order';
import { driftOf, type SideDrift, type SymbolDrift } from '../domain/reconcile';
import { quantitiesOf } from '../domain/sides';
import type { VenueOrder } from '../domain/venue-order';
import type { Timing } from '../timing';
import type { Bookkeeper } from './bookkeeper';
import type { AccountReads, Books, Orders, Positions, Venue } from './ports';
import type { TriggerWatch } from './trigger-watch';

/** A process that was frozen finds that much time has passed, and what it read before: only a look after that one counts. */
const LASTING_LOOKS = 3;

export interface ReconcilerParts {
  readonly venue: Venue;
  readonly account: AccountReads;
  readonly symbol: string;
  readonly books: Books;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly bookkeeper: Bookkeeper;
  readonly triggers: TriggerWatch;
  readonly errors: ErrorLog;
  readonly timing: Timing;
  /** Of the monotonic clock. */
  nowMs(): number;
  isStreamLive(): boolean;
}

const HISTORY_MARGIN_MS = 10 * 60_000;

export type ReconcileResult =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'done'; readonly anomalies: number; readonly fixed: number; readonly critical: number };

export class SymbolReconciler {
  #drift: { readonly sides: readonly SideDrift[]; readonly sinceMs: number; looks: number } | undefined;
  #isShort = false;
  #isUnread = false;
  readonly #foreignReported = new Set<string>();
  readonly #absences = new Map<string, AbsenceEvidence>();

  constructor(private readonly parts: ReconcilerParts) {}

  /** Something that is booked is not there and nothing explains it, or the trades that would explain a difference cannot be read. */
  get isDisputed(): boolean {
    return this.#isShort || this.#isUnread;
  }

  async reconcile(options: { readonly isStartup: boolean }): Promise<ReconcileResult> {
    const observed = await this.#observe();
    if (observed === undefined) return { kind: 'unreadable' };
    const { books, venue, symbol } = this.parts;
    const before = driftOf(await books.load(venue.network, symbol), observed);
    let fixed = await this.#learnMissing(before);
    fixed += await this.#recoverOrders(before, observed.venueOrders);
    const isOff = before.sides.length > 0;
    const areTradesRead = await this.#readTrades(isOff);
    const book = await books.load(venue.network, symbol);
    this.parts.triggers.keepOnly(new Set(book.orders.map(({ clientOrderId }) => clientOrderId)));
    const after = driftOf(book, observed);
    if (isOff && after.sides.length === 0) fixed += 1;
    this.#isUnread = after.sides.length > 0 && !areTradesRead;
    const unexplained = await this.#judgeExposure(after, options.isStartup, areTradesRead);
    const foreign = this.#reportForeign(after);
    const unowned = book.holdings.filter(({ botId }) => botId === null).length;
    const critical = unexplained + (options.isStartup ? foreign + unowned : 0);
    return { kind: 'done', anomalies: fixed + unexplained + foreign, fixed, critical };
  }

  /** Where books and exchange differ; false when what would explain it cannot be read. */
  async #readTrades(isOff: boolean): Promise<boolean> {
    const { books, venue, symbol, bookkeeper } = this.parts;
    if (isOff || (await books.hasUnbooked(venue.network, symbol))) return bookkeeper.catchUp(symbol);
    bookkeeper.agreed(symbol);
    return true;
  }

  async #observe() {
    const { account, symbol } = this.parts;
    const answer = await account.read(symbol);
    if (answer.kind !== 'ok') return undefined;
    const { orders: open, positions } = answer.value;
    this.#noteTriggers(open);
    const quantities = quantitiesOf(positions, symbol);
    const orders = open.map(({ report, isReducing }) => ({
      clientOrderId: report.clientOrderId,
      isReducing,
    }));
    return { orders, quantities, venueOrders: open };
  }

  #noteTriggers(orders: readonly VenueOrder[]): void {
    for (const { report, isTriggering } of orders)
      this.parts.triggers.note(report.clientOrderId, isTriggering);
  }

  async #learnMissing({ missing }: SymbolDrift): Promise<number> {
    const { venue, symbol, orders } = this.parts;
    let fixed = 0;
    for (const order of missing) {
      const { clientOrderId, space } = order;
      const answer = await venue.query({ symbol, clientOrderId, space });
      if (answer.kind === 'found') {
        this.#absences.delete(clientOrderId);
        // An order between its trigger and the book is on no list, but its position depends on it.
        this.#noteTriggers([answer.order]);
        await orders.report(venue.network, answer.order.report);
        if (answer.order.report.status !== 'new') fixed += 1;
      } else if (answer.kind === 'not_found' && (await this.#isGone(order))) {
        await orders.settle(clientOrderId, 'expired', 'the exchange no longer knows it');
        fixed += 1;
      }
    }
    const still = new Set(missing.map(({ clientOrderId }) => clientOrderId));
    for (const id of this.#absences.keys()) if (!still.has(id)) this.#absences.delete(id);
    return fixed;
  }

  /** A single "not found" proves nothing: reads lag. */
  async #isGone({ clientOrderId, space, ageMs }: OpenOrder): Promise<boolean> {
    const { venue, symbol, timing, isStreamLive } = this.parts;
    const atMs = this.parts.nowMs();
    const evidence = recordAbsence(this.#absences.get(clientOrderId), {
      atMs,
      streamLive: isStreamLive(),
    });
    if (evidence === undefined) this.#absences.delete(clientOrderId);
    else this.#absences.set(clientOrderId, evidence);
    if (!isProved(evidence, atMs, timing.absenceMs)) return false;
    const sinceMs = venue.exchange.clock.nowMs() - ageMs - HISTORY_MARGIN_MS;
    return !(await venue.mayBeInHistory({ symbol, clientOrderId, space }, sinceMs));
  }

  /**
   * An order that can only reduce is taken over under its intent's name; the protection plan decides whether it is still needed. One
   * that has ended here and lives there is cancelled: left alone it would close the next position at an old price.
   */
  async #recoverOrders({ unrecorded }: SymbolDrift, open: readonly VenueOrder[]): Promise<number> {
    const { venue, symbol, orders, positions, errors } = this.parts;
    for (const { clientOrderId } of unrecorded) {
      const order = open.find(({ report }) => report.clientOrderId === clientOrderId)!;
      const { intentId, leg } = parseClientOrderId(clientOrderId)!;
      const owner = await positions.intentOwner(intentId);
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        client_order_id: clientOrderId,
        message: 'an order without an open row',
      });
      const hasEnded = await orders.report(venue.network, order.report);
      if (hasEnded || owner === null || !order.isReducing || leg === 'entry') {
        const outcome = await venue.cancel({ symbol, clientOrderId, space: order.report.space });
        if (outcome.kind !== 'cancelled' && outcome.kind !== 'not_found')
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

  /**
   * Reads lag, so a difference counts once it has lasted; one that has changed is another, and lasts from now on. At startup nothing of
   * ours is on its way and it counts at once: there the network gives it time.
   */
  async #judgeExposure({ sides }: SymbolDrift, isStartup: boolean, areTradesRead: boolean): Promise<number> {
    if (sides.length === 0) {
      this.#drift = undefined;
      this.#isShort = false;
      return 0;
    }
    const nowMs = this.parts.nowMs();
    if (this.#drift === undefined || !isDeepStrictEqual(this.#drift.sides, sides))
      this.#drift = { sides, sinceMs: nowMs, looks: 0 };
    this.#drift.looks += 1;
    const isOld = nowMs - this.#drift.sinceMs >= this.parts.timing.settlingMs;
    const isLasting = isOld && this.#drift.looks >= LASTING_LOOKS;
    if (!isStartup && !(isLasting && areTradesRead)) return 0;
    for (const drift of sides) await this.#takeUnexplained(drift, isStartup);
    if (!isStartup) this.#drift = undefined;
    return sides.length;
  }

  async #takeUnexplained({ side, quantity }: SideDrift, isStartup: boolean): Promise<void> {
    const { venue, symbol, errors, positions } = this.parts;
    const isSurplus = !quantity.startsWith('-');
    errors.report('EXECUTOR_RECONCILE_DRIFT', {
      ...{ symbol, network: venue.network, side, quantity },
      message: isSurplus
        ? 'exposure that no fill explains'
        : 'a holding that is not at the exchange any more',
    });
    if (isStartup) return;
    if (isSurplus) await positions.bookUnexplained(venue.network, symbol, side, quantity);
    else this.#isShort = true;
  }

  #reportForeign({ foreign }: SymbolDrift): number {
    for (const { clientOrderId } of foreign) {
      if (this.#foreignReported.has(clientOrderId)) continue;
      this.#foreignReported.add(clientOrderId);
      const { symbol, errors } = this.parts;
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        client_order_id: clientOrderId,
        message: 'an order that the platform did not place',
      });
    }
    return foreign.length;
  }
}
