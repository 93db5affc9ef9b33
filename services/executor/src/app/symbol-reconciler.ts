/**
 * Brings one symbol's rows in line with the exchange: asks for orders that are not listed, books missed
 * trades, adopts or cancels unrecorded orders of ours. What it cannot explain it reports and counts; it never
 * invents a fill, and it decides that nothing explains a difference only after the trades were read: a start
 * whose trades cannot be read is tried again. More at the exchange than is booked becomes unowned; less than
 * is booked keeps entries away until an operator accepts the exchange's position.
 */
import { isDeepStrictEqual } from 'node:util';
import { REPORT_AGAIN_MS } from '@platform/contracts';
import { parseClientOrderId } from '@platform/exchange';
import type { ErrorLog } from '@platform/service-kit';
import { type AbsenceEvidence, isProved, recordAbsence } from '../domain/absence';
import { unreadable } from '../domain/account-rules';
import type { ExchangeOrder } from '../domain/exchange-order';
import type { OpenOrder } from '../domain/order';
import { driftOf, type SideDrift, type SymbolDrift } from '../domain/reconcile';
import { quantitiesOf } from '../domain/sides';
import type { Timing } from '../timing';
import type { Bookkeeper } from './bookkeeper';
import type { AccountReads, Books, NetworkExchange, Orders, Positions } from './ports';
import type { TriggerWatch } from './trigger-watch';

export interface ReconcilerParts {
  readonly exchange: NetworkExchange;
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
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'done'; readonly anomalies: number; readonly fixed: number; readonly critical: number };

interface Drift {
  readonly sides: readonly SideDrift[];
  readonly sinceMs: number;
}

export class SymbolReconciler {
  /** As the last look left it. */
  private drift: Drift | undefined;
  private isShort = false;
  private isUnread = false;
  /** By client order id, when it was last reported. */
  private readonly foreignReportedMs = new Map<string, number>();
  private readonly absences = new Map<string, AbsenceEvidence>();

  constructor(private readonly parts: ReconcilerParts) {}

  /**
   * Something that is booked is not there and nothing explains it, or the trades that would explain a
   * difference cannot be read.
   */
  get isDisputed(): boolean {
    return this.isShort || this.isUnread;
  }

  async reconcile(options: { readonly isStartup: boolean }): Promise<ReconcileResult> {
    const startedMs = this.parts.nowMs();
    // A look that fails, or cannot be read, says nothing of whether the difference lasted: only one that ends
    // remembers it.
    const earlier = this.drift;
    this.drift = undefined;
    const observed = await this.observe();
    if (observed.kind === 'unreadable') return observed;
    const { books, exchange, symbol } = this.parts;
    const before = driftOf(await books.load(exchange.network, symbol), observed);
    let fixed = await this.learnMissing(before);
    fixed += await this.recoverOrders(before, observed.exchangeOrders);
    const isOff = before.sides.length > 0;
    const areTradesRead = await this.readTrades(isOff);
    const book = await books.load(exchange.network, symbol);
    this.parts.triggers.keepOnly(new Set(book.orders.map(({ clientOrderId }) => clientOrderId)));
    const after = driftOf(book, observed);
    if (isOff && after.sides.length === 0) fixed += 1;
    this.isUnread = after.sides.length > 0 && !areTradesRead;
    if (options.isStartup && this.isUnread)
      return { kind: 'unreadable', problem: `the trades of ${symbol} cannot be read` };
    const hasLasted = this.hasLasted(after, earlier, startedMs);
    const counts = areTradesRead && (options.isStartup || hasLasted);
    const unexplained = counts ? await this.takeUnexplained(after, options.isStartup) : 0;
    const foreign = this.reportForeign(after);
    const unowned = book.holdings.filter(({ botId }) => botId === null).length;
    const critical = unexplained + (options.isStartup ? foreign + unowned : 0);
    return { kind: 'done', anomalies: fixed + unexplained + foreign, fixed, critical };
  }

  /** Where books and exchange differ; false when what would explain it cannot be read. */
  private async readTrades(isOff: boolean): Promise<boolean> {
    const { books, exchange, symbol, bookkeeper } = this.parts;
    if (isOff || (await books.hasUnbooked(exchange.network, symbol))) return bookkeeper.catchUp(symbol);
    bookkeeper.agreed(symbol);
    return true;
  }

  private async observe() {
    const { account, symbol } = this.parts;
    const answer = await account.read(symbol);
    if (answer.kind !== 'ok') {
      const problem = unreadable(`orders and positions of ${symbol}`, answer);
      return { kind: 'unreadable', problem } as const;
    }
    const { orders: open, positions } = answer.value;
    this.noteTriggers(open);
    const quantities = quantitiesOf(positions, symbol);
    const orders = open.map(({ report, isReducing }) => ({
      clientOrderId: report.clientOrderId,
      isReducing,
    }));
    return { kind: 'ok', orders, quantities, exchangeOrders: open } as const;
  }

  private noteTriggers(orders: readonly ExchangeOrder[]): void {
    for (const { report, isTriggering } of orders)
      this.parts.triggers.note(report.clientOrderId, isTriggering);
  }

  private async learnMissing({ missing }: SymbolDrift): Promise<number> {
    const { exchange, symbol, orders } = this.parts;
    let fixed = 0;
    for (const order of missing) {
      const { clientOrderId, space } = order;
      const answer = await exchange.query({ symbol, clientOrderId, space });
      if (answer.kind === 'found') {
        this.absences.delete(clientOrderId);
        // An order between its trigger and the book is on no list, but its position depends on it.
        this.noteTriggers([answer.order]);
        await orders.report(exchange.network, answer.order.report);
        if (answer.order.report.status !== 'new') fixed += 1;
      } else if (answer.kind === 'not_found' && (await this.isGone(order))) {
        await orders.settle(clientOrderId, 'expired', 'the exchange no longer knows it');
        fixed += 1;
      }
    }
    const still = new Set(missing.map(({ clientOrderId }) => clientOrderId));
    for (const id of this.absences.keys()) if (!still.has(id)) this.absences.delete(id);
    return fixed;
  }

  /** A single "not found" proves nothing: reads lag. */
  private async isGone({ clientOrderId, space, ageMs }: OpenOrder): Promise<boolean> {
    const { exchange, symbol, timing, isStreamLive } = this.parts;
    const atMs = this.parts.nowMs();
    const evidence = recordAbsence(this.absences.get(clientOrderId), {
      atMs,
      streamLive: isStreamLive(),
    });
    if (evidence === undefined) this.absences.delete(clientOrderId);
    else this.absences.set(clientOrderId, evidence);
    if (!isProved(evidence, atMs, timing.absenceMs)) return false;
    const sinceMs = exchange.port.clock.nowMs() - ageMs - HISTORY_MARGIN_MS;
    return !(await exchange.mayBeInHistory({ symbol, clientOrderId, space }, sinceMs));
  }

  /**
   * An order that can only reduce is taken over under its intent's name; the protection plan decides whether
   * it is still needed. One that has ended here and lives there is cancelled: left alone it would close the
   * next position at an old price.
   */
  private async recoverOrders({ unrecorded }: SymbolDrift, open: readonly ExchangeOrder[]): Promise<number> {
    const { exchange, symbol, orders, positions, errors } = this.parts;
    for (const { clientOrderId } of unrecorded) {
      const order = open.find(({ report }) => report.clientOrderId === clientOrderId)!;
      const { intentId, leg } = parseClientOrderId(clientOrderId)!;
      const owner = await positions.intentOwner(intentId);
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        client_order_id: clientOrderId,
        message: 'an order without an open row',
      });
      const hasEnded = await orders.report(exchange.network, order.report);
      if (hasEnded || owner === null || !order.isReducing || leg === 'entry') {
        const outcome = await exchange.cancel({ symbol, clientOrderId, space: order.report.space });
        if (outcome.kind !== 'cancelled' && outcome.kind !== 'not_found')
          errors.report('EXECUTOR_RECONCILE_FIX_FAILED', { symbol, client_order_id: clientOrderId });
        continue;
      }
      await orders.adopt(
        {
          intentId,
          botId: owner,
          network: exchange.network,
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
   * Reads lag, so a difference counts once it has lasted; one that has changed is another, and lasts from now
   * on. A process that was frozen finds that much time has passed, and the answer to what it asked before:
   * only a look that began afterwards counts.
   */
  private hasLasted({ sides }: SymbolDrift, earlier: Drift | undefined, startedMs: number): boolean {
    if (sides.length === 0) {
      this.isShort = false;
      return false;
    }
    const isSame = earlier !== undefined && isDeepStrictEqual(earlier.sides, sides);
    this.drift = isSame ? earlier : { sides, sinceMs: this.parts.nowMs() };
    return startedMs - this.drift.sinceMs >= this.parts.timing.settlingMs;
  }

  /** At startup nothing of ours is on its way, and the network gives a difference its time. */
  private async takeUnexplained({ sides }: SymbolDrift, isStartup: boolean): Promise<number> {
    const { exchange, symbol, errors, positions } = this.parts;
    for (const { side, quantity } of sides) {
      const isSurplus = !quantity.startsWith('-');
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        network: exchange.network,
        side,
        quantity,
        message: isSurplus
          ? 'exposure that no fill explains'
          : 'a holding that is not at the exchange any more',
      });
      if (isStartup) continue;
      if (isSurplus) await positions.bookUnexplained(exchange.network, symbol, side, quantity);
      else this.isShort = true;
    }
    if (!isStartup) this.drift = undefined;
    return sides.length;
  }

  private reportForeign({ foreign }: SymbolDrift): number {
    const { symbol, errors, nowMs } = this.parts;
    for (const { clientOrderId } of foreign) {
      const reportedMs = this.foreignReportedMs.get(clientOrderId) ?? -Infinity;
      if (nowMs() - reportedMs < REPORT_AGAIN_MS) continue;
      this.foreignReportedMs.set(clientOrderId, nowMs());
      errors.report('EXECUTOR_RECONCILE_DRIFT', {
        symbol,
        client_order_id: clientOrderId,
        message: 'an order that the platform did not place',
      });
    }
    return foreign.length;
  }
}
