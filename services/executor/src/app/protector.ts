/**
 * Keeps every open quantity under a live stop. Runs at every turn of a symbol; what it cannot do now it does at the next one. A
 * position that stays uncovered past the deadline is closed, and so is one whose stop price the market has already passed.
 */
import { quantisePrice, type SymbolFilters } from '@platform/exchange';
import type { ErrorLog } from '@platform/service-kit';
import { type Holding, type Protection, type ProtectionPlan, planProtection } from '../domain/protection';
import type { SymbolBook } from '../store/book';
import type { OrderStore } from '../store/orders';
import type { Timing } from '../timing';
import type { Venue } from '../venue/venue';
import type { Submitter } from './submitter';
import type { TriggerWatch } from './trigger-watch';

export interface ProtectorParts {
  readonly venue: Venue;
  readonly symbol: string;
  readonly orders: OrderStore;
  readonly submitter: Submitter;
  readonly triggers: TriggerWatch;
  readonly errors: ErrorLog;
  readonly timing: Timing;
  /** Closes a bot's holding at the market. */
  close(holding: Holding, why: string): Promise<boolean>;
}

export interface ProtectionResult {
  /** Something was placed, cancelled or closed: the book has changed. */
  readonly changed: boolean;
  /** There is work left for a later turn. */
  readonly unfinished: boolean;
}

export class Protector {
  #uncoveredSinceMs: number | undefined;
  /** The stop of an entry that was filled since the book was last read. */
  #expected: Protection | undefined;
  #overdue: NodeJS.Timeout | undefined;
  #placing: Promise<void> | undefined;
  /** It was placed without the book: one that was read before does not show it. */
  #isBookOld = false;

  constructor(private readonly parts: ProtectorParts) {}

  isUncovered(): boolean {
    return this.#uncoveredSinceMs !== undefined;
  }

  /** An entry was just filled: this is the stop that it needs, should the database not let a turn come to it in time. */
  expect(protection: Protection): void {
    this.#expected = protection;
    clearTimeout(this.#overdue);
    this.#overdue = setTimeout(
      this.parts.errors.guard('overdue stop', () => this.placeExpected()),
      this.parts.timing.stopOverdueMs,
    );
  }

  /** The database is away or slow: place what was expected without the book. Reconcile adopts the order later. */
  placeExpected(): Promise<void> {
    this.#placing ??= this.#placeExpected().finally(() => {
      this.#placing = undefined;
    });
    return this.#placing;
  }

  async #placeExpected(): Promise<void> {
    const expected = this.#expected;
    if (expected === undefined) return;
    const { submitter, symbol, timing, errors } = this.parts;
    try {
      const result = await submitter.protect(expected, symbol, timing.stopOverdueMs);
      this.#isBookOld = result.kind !== 'refused';
    } catch (error) {
      errors.report('EXECUTOR_INTERNAL_ERROR', { symbol, err: error });
    }
    if (this.#isBookOld) this.#expected = undefined;
    else this.expect(expected);
  }

  async converge(book: SymbolBook): Promise<ProtectionResult> {
    await this.#placing;
    this.#expected = undefined;
    clearTimeout(this.#overdue);
    if (this.#isBookOld) {
      this.#isBookOld = false;
      return { changed: true, unfinished: true };
    }
    if (book.holdings.length === 0 && book.orders.length === 0) return this.#covered();
    const holdings = await this.#onGrid(book.holdings);
    const { triggers } = this.parts;
    // A stop stuck between its trigger and the book covers nothing; once flat it is left over like any other.
    const orders =
      holdings.length === 0
        ? book.orders
        : book.orders.filter(({ clientOrderId }) => !triggers.isStuck(clientOrderId));
    const plan = planProtection(holdings, orders);
    const ours = plan.uncovered.filter(({ botId }) => botId !== null);
    if (ours.length === 0) this.#uncoveredSinceMs = undefined;
    else this.#uncoveredSinceMs ??= performance.now();
    const { passed, placedCount } = await this.#place(plan.place);
    for (const bot of passed) await this.#close(holdings, bot, 'the market is already past its stop');
    const isLate =
      performance.now() - (this.#uncoveredSinceMs ?? Infinity) > this.parts.timing.protectionDeadlineMs;
    if (isLate) await this.#closeLate(holdings, plan);
    const cancelled = await this.#cancel(plan);
    const changed = placedCount > 0 || cancelled;
    const isWaiting = holdings.length > 0 && triggers.isAnyTriggering();
    const unfinished = plan.place.length > 0 || plan.cancel.length > 0 || ours.length > 0 || isWaiting;
    return { changed, unfinished };
  }

  #covered(): ProtectionResult {
    this.#uncoveredSinceMs = undefined;
    return { changed: false, unfinished: false };
  }

  /** A stop nearer to the market rather than farther from it. Without filters the raw price is tried: better than none. */
  async #onGrid(holdings: readonly Holding[]): Promise<Holding[]> {
    const { venue, symbol } = this.parts;
    const filters = await venue.exchange.filters.of(symbol);
    if (filters.kind !== 'ok') return [...holdings];
    return holdings.map((holding) => onGrid(holding, filters.value));
  }

  /** `passed`: the bots whose stop the market has passed. */
  async #place(wanted: readonly Protection[]) {
    const passed = new Set<string>();
    let placedCount = 0;
    for (const protection of wanted) {
      const result = await this.parts.submitter.protect(protection, this.parts.symbol);
      if (result.kind !== 'refused') {
        placedCount += 1;
        continue;
      }
      const { leg, botId } = protection;
      const { symbol, errors } = this.parts;
      if (result.reason === 'would_trigger_immediately') passed.add(botId);
      else {
        errors.report('EXECUTOR_SUBMIT_FAILED', {
          reason: 'sl_submission_failed',
          leg,
          symbol,
          message: result.message,
        });
      }
    }
    return { passed, placedCount };
  }

  async #closeLate(holdings: readonly Holding[], plan: ProtectionPlan): Promise<void> {
    for (const { botId } of plan.uncovered) {
      if (botId !== null) await this.#close(holdings, botId, 'no stop could be placed in time');
    }
  }

  async #close(holdings: readonly Holding[], botId: string, why: string): Promise<void> {
    const holding = holdings.find((held) => held.botId === botId);
    if (holding === undefined) return;
    const { errors, symbol } = this.parts;
    const isClosed = await this.parts.close(holding, why);
    const reason = isClosed ? 'sl_submission_failed' : 'sl_submission_failed_cancel_failed';
    errors.report('EXECUTOR_SUBMIT_FAILED', { reason, symbol, bot_id: botId, message: why });
  }

  async #cancel(plan: ProtectionPlan): Promise<boolean> {
    const { venue, symbol, orders } = this.parts;
    let changed = false;
    for (const { clientOrderId, space } of plan.cancel) {
      const outcome = await venue.cancel({ symbol, clientOrderId, space });
      if (outcome.kind === 'cancelled') await orders.settle(clientOrderId, 'cancelled', 'no longer needed');
      if (outcome.kind === 'not_found') await this.#learn(clientOrderId, space);
      changed = changed || outcome.kind === 'cancelled' || outcome.kind === 'not_found';
    }
    return changed;
  }

  /** No longer open: how it ended is for the exchange to say. */
  async #learn(clientOrderId: string, space: 'regular' | 'algo'): Promise<void> {
    const { venue, symbol, orders } = this.parts;
    const answer = await venue.query({ symbol, clientOrderId, space });
    if (answer.kind === 'found') await orders.report(venue.network, answer.order.report);
  }
}

function onGrid(holding: Holding, filters: SymbolFilters): Holding {
  const isLong = !holding.quantity.startsWith('-');
  const { stopPrice, takeProfitPrice } = holding;
  return {
    ...holding,
    stopPrice: stopPrice === null ? null : quantisePrice(stopPrice, filters, isLong ? 'up' : 'down'),
    takeProfitPrice:
      takeProfitPrice === null ? null : quantisePrice(takeProfitPrice, filters, isLong ? 'down' : 'up'),
  };
}
