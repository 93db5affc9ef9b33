/**
 * Keeps every open quantity under a live stop, bot by bot. Runs at every turn of a symbol; what it cannot do
 * now it does at the next one, and it never gives up. A position that stays uncovered past the deadline is
 * closed, and so is one whose stop or target the market has already passed. What fails for one bot or one
 * order holds up no other: stops come first, targets last.
 */
import type { OrderStatus } from '@platform/contracts';
import { quantisePrice, type SymbolFilters } from '@platform/exchange';
import { type ErrorLog, isTransientDbError, type Time } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import { isShared } from '../domain/flatten';
import type { OpenOrder } from '../domain/order';
import {
  type Holding,
  hasItsStop,
  type Protection,
  type ProtectionPlan,
  type ProtectiveLeg,
  planProtection,
} from '../domain/protection';
import { sideOf } from '../domain/sides';
import type { Timing } from '../timing';
import type { Closer } from './closer';
import type { NetworkExchange, Orders, SymbolBook } from './ports';
import { isPassing, type Submitted, type Submitter } from './submitter';
import type { TriggerWatch } from './trigger-watch';

export interface ProtectorParts {
  readonly exchange: NetworkExchange;
  readonly symbol: string;
  readonly orders: Orders;
  readonly submitter: Submitter;
  readonly triggers: TriggerWatch;
  readonly errors: ErrorLog;
  readonly timing: Timing;
  readonly closer: Closer;
  readonly time: Time;
  onSentAgain(clientOrderId: string): void;
}

export interface ProtectionResult {
  /** Something was placed, cancelled or closed: the book has changed. */
  readonly changed: boolean;
  /** There is work left for a later turn. */
  readonly unfinished: boolean;
}

type Refusal = Extract<Submitted, { kind: 'refused' }>;

export class Protector {
  /** By bot. */
  private readonly uncoveredSinceMs = new Map<string, number>();
  /** The bots whose time was over at the last look. */
  private late: readonly string[] = [];
  /** Refused targets by intent, and what was reported of refused orders by bot and leg. */
  private readonly targetNotBeforeMs = new Map<string, number>();
  private readonly reported = new Map<string, string>();
  /** The stop of an entry that was filled since the book was last read. */
  private expected: Protection | undefined;
  private cancelOverdue: () => void = () => undefined;
  private placing: Promise<void> | undefined;
  /** It was placed without the book: one that was read before does not show it. */
  private isBookOld = false;

  constructor(private readonly parts: ProtectorParts) {}

  isUncovered(): boolean {
    return this.uncoveredSinceMs.size > 0;
  }

  /** Until the next position is without cover for too long; Infinity when none is on its way there. */
  deadlineInMs(): number {
    const { time, timing } = this.parts;
    const onTheirWay = [...this.uncoveredSinceMs].filter(([botId]) => !this.late.includes(botId));
    const dueMs = onTheirWay.map(([, sinceMs]) => sinceMs + timing.protectionDeadlineMs - time.monotonicMs());
    return Math.max(0, Math.min(...dueMs)) + 1;
  }

  /**
   * An entry was just filled: this is the stop that it needs, should the database not let a turn come to it
   * in time.
   */
  expect(protection: Protection): void {
    this.expected = protection;
    this.cancelOverdue();
    this.cancelOverdue = this.parts.time.later(
      this.parts.errors.guard('overdue stop', () => this.placeExpected()),
      this.parts.timing.stopOverdueMs,
    );
  }

  /**
   * The database is away or slow: place what was expected without the book. Reconcile adopts the order later.
   */
  placeExpected(): Promise<void> {
    this.placing ??= this.placeExpectedNow().finally(() => {
      this.placing = undefined;
    });
    return this.placing;
  }

  private async placeExpectedNow(): Promise<void> {
    const expected = this.expected;
    if (expected === undefined) return;
    const { submitter, symbol, timing, errors } = this.parts;
    try {
      const result = await submitter.protect(expected, symbol, timing.stopOverdueMs);
      this.isBookOld = result.kind !== 'refused';
    } catch (error) {
      errors.report('EXECUTOR_INTERNAL_ERROR', { symbol, err: error });
    }
    if (this.isBookOld) this.expected = undefined;
    else this.expect(expected);
  }

  async converge(book: SymbolBook): Promise<ProtectionResult> {
    await this.placing;
    this.expected = undefined;
    this.cancelOverdue();
    if (this.isBookOld) {
      this.isBookOld = false;
      return { changed: true, unfinished: true };
    }
    this.forgetAllBut(book.holdings);
    if (book.holdings.length === 0 && book.orders.length === 0) return { changed: false, unfinished: false };
    const { triggers } = this.parts;
    // A stop stuck between its trigger and the book covers nothing; once flat it is left over like any other.
    const orders =
      book.holdings.length === 0
        ? book.orders
        : book.orders.filter(({ clientOrderId }) => !triggers.isStuck(clientOrderId));
    const holdings = await this.onGrid({ ...book, orders });
    const plan = planProtection(holdings, orders);
    const late = this.judgeCover(plan);
    const stops = await this.protect(book, plan, 'sl');
    const unprotected = late.filter((botId) => !stops.placed.has(botId));
    const isClosing = await this.closeAll(book, new Set([...stops.passed, ...unprotected]));
    const isCancelled = await this.cancel(plan);
    const targets = await this.protect(book, plan, 'tp');
    const isTaking = await this.closeAll(book, targets.passed);
    const isWaiting = holdings.length > 0 && triggers.isAnyTriggering();
    return {
      changed: stops.hasChanged || isClosing || isCancelled || targets.hasChanged || isTaking,
      unfinished: stops.isOpen || targets.isOpen || plan.cancel.length > 0 || this.isUncovered() || isWaiting,
    };
  }

  private forgetAllBut(holdings: readonly Holding[]): void {
    const intents = new Set(holdings.map(({ intentId }) => intentId));
    for (const id of this.targetNotBeforeMs.keys()) if (!intents.has(id)) this.targetNotBeforeMs.delete(id);
    const bots = new Set(holdings.map(({ botId }) => botId));
    for (const key of this.reported.keys()) if (!bots.has(key.split(':')[0]!)) this.reported.delete(key);
    for (const id of this.uncoveredSinceMs.keys()) if (!bots.has(id)) this.uncoveredSinceMs.delete(id);
  }

  /** The bots that have been without full cover for too long. */
  private judgeCover({ uncovered }: ProtectionPlan): readonly string[] {
    const nowMs = this.parts.time.monotonicMs();
    const bots = uncovered.flatMap(({ botId }) => botId ?? []);
    for (const botId of this.uncoveredSinceMs.keys())
      if (!bots.includes(botId)) this.uncoveredSinceMs.delete(botId);
    for (const botId of bots) if (!this.uncoveredSinceMs.has(botId)) this.uncoveredSinceMs.set(botId, nowMs);
    const { protectionDeadlineMs } = this.parts.timing;
    this.late = bots.filter((botId) => nowMs - this.uncoveredSinceMs.get(botId)! > protectionDeadlineMs);
    return this.late;
  }

  /**
   * A stop nearer to the market rather than farther from it. Without filters the raw price is tried: better
   * than none. A stop that stands for the whole holding stays when the lots get coarser: its successor would
   * cover less. Dust that shares its side is given no stop: the exchange takes none for it, and an older one
   * that stayed meanwhile would close a neighbour's.
   */
  private async onGrid(book: SymbolBook): Promise<Holding[]> {
    const { exchange, symbol } = this.parts;
    const { holdings, orders } = book;
    const filters = await exchange.port.filters.of(symbol);
    if (filters.kind !== 'ok') return [...holdings];
    return holdings.map((holding) => {
      const placeable = onGrid(holding, filters.value);
      const whole = { ...placeable, quantity: holding.quantity };
      if (hasItsStop(whole, orders)) return whole;
      const isLeftover =
        isDust(holding, filters.value) && isShared(sideOf(holding.quantity), book, [holding.botId!]);
      return isLeftover ? { ...placeable, stopPrice: null, takeProfitPrice: null } : placeable;
    });
  }

  /**
   * By bot: what was placed, and whose trigger price the market has passed. `isOpen`: a later turn must look
   * after it. `hasChanged`: the book shows less than there is now; an order of unknown fate is one more too,
   * but sending it again adds none.
   */
  private async protect(book: SymbolBook, plan: ProtectionPlan, leg: ProtectiveLeg) {
    const outcome = {
      placed: new Set<string>(),
      passed: new Set<string>(),
      isOpen: false,
      hasChanged: false,
    };
    const { symbol, submitter, onSentAgain } = this.parts;
    const note = (botId: string, result: Submitted) => {
      outcome.isOpen ||= result.kind === 'unknown' || (result.kind === 'refused' && leg === 'sl');
      if (result.kind === 'accepted') {
        outcome.placed.add(botId);
        outcome.hasChanged = true;
        this.reported.delete(`${botId}:${leg}`);
      }
      if (result.kind !== 'refused') return;
      if (hasPassed(result)) outcome.passed.add(botId);
      else this.report(botId, leg, result);
    };
    for (const order of plan.resend.filter((given) => given.leg === leg)) {
      await this.guarded(async () => {
        const result = await submitter.protectAgain(order, symbol);
        if (result.kind === 'unknown') onSentAgain(order.clientOrderId);
        // The first request may have closed it, and reads lag: beside others the deadline is waited for.
        const positionSide = order.side === 'sell' ? 'long' : 'short';
        if (hasPassed(result) && isShared(positionSide, book, [order.botId!])) outcome.isOpen = true;
        else note(order.botId!, result);
      });
    }
    for (const wanted of plan.place.filter((given) => given.leg === leg && this.isDue(given))) {
      await this.guarded(async () => {
        const result = await submitter.protect(wanted, symbol);
        note(wanted.botId, result);
        outcome.hasChanged ||= result.kind === 'unknown';
        if (leg === 'tp' && result.kind === 'refused' && !isPassing(result.reason)) this.putOff(wanted);
      });
    }
    return outcome;
  }

  /** A target that the exchange refuses waits: the position is as safe without it. */
  private isDue({ leg, intentId }: Protection): boolean {
    return (
      leg === 'sl' || this.parts.time.monotonicMs() >= (this.targetNotBeforeMs.get(intentId) ?? -Infinity)
    );
  }

  private putOff({ intentId }: Protection): void {
    this.targetNotBeforeMs.set(intentId, this.parts.time.monotonicMs() + this.parts.timing.targetRetryMs);
  }

  /** Once per bot, leg and reason. */
  private report(botId: string, leg: ProtectiveLeg, { reason, message }: Refusal): void {
    const key = `${botId}:${leg}`;
    if (isPassing(reason) || this.reported.get(key) === reason) return;
    this.reported.set(key, reason);
    const { symbol, errors } = this.parts;
    errors.report('EXECUTOR_SUBMIT_FAILED', {
      reason: 'sl_submission_failed',
      leg,
      symbol,
      bot_id: botId,
      message,
    });
  }

  private async closeAll(book: SymbolBook, bots: ReadonlySet<string>): Promise<boolean> {
    let isSent = false;
    for (const botId of bots) {
      await this.guarded(async () => {
        isSent = (await this.close(book, botId)) || isSent;
      });
    }
    return isSent;
  }

  /** While that cannot be done either, both stop and closing are tried again at every turn. */
  private async close(book: SymbolBook, botId: string): Promise<boolean> {
    const { errors, symbol, closer } = this.parts;
    const holding = book.holdings.find((held) => held.botId === botId);
    if (holding === undefined || closer.isHeldUp(holding, book)) return false;
    const isSent = (await closer.close(holding, book)) === 'sent';
    const reason = isSent ? 'sl_submission_failed' : 'sl_submission_failed_cancel_failed';
    const key = `${botId}:close`;
    if (this.reported.get(key) !== reason) {
      this.reported.set(key, reason);
      const message = isSent
        ? 'closed: it cannot be protected'
        : 'it can neither be protected nor closed so far';
      errors.report('EXECUTOR_SUBMIT_FAILED', { reason, symbol, bot_id: botId, message });
    }
    return isSent;
  }

  /** One order that cannot be handled must not keep the others from being. */
  private async guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (isTransientDbError(error)) throw error;
      this.parts.errors.report('EXECUTOR_INTERNAL_ERROR', { symbol: this.parts.symbol, err: error });
    }
  }

  private async cancel(plan: ProtectionPlan): Promise<boolean> {
    const { exchange, symbol, orders } = this.parts;
    let changed = false;
    for (const { clientOrderId, space } of plan.cancel) {
      await this.guarded(async () => {
        const outcome = await exchange.cancel({ symbol, clientOrderId, space });
        if (outcome.kind === 'cancelled') await orders.settle(clientOrderId, 'cancelled', 'no longer needed');
        const isLearnt = outcome.kind === 'not_found' && (await this.learn(clientOrderId, space));
        changed ||= outcome.kind === 'cancelled' || isLearnt;
      });
    }
    return changed;
  }

  /** No longer open: how it ended is for the exchange to say. True when it said so. */
  private async learn(clientOrderId: string, space: OpenOrder['space']): Promise<boolean> {
    const { exchange, symbol, orders } = this.parts;
    const answer = await exchange.query({ symbol, clientOrderId, space });
    if (answer.kind !== 'found') return false;
    await orders.report(exchange.network, answer.order.report);
    return isEnded(answer.order.report.status);
  }
}

/** The market is beyond the trigger price. */
function hasPassed(result: Submitted): boolean {
  return result.kind === 'refused' && result.reason === 'would_trigger_immediately';
}

function isEnded(status: OrderStatus): boolean {
  return status !== 'new' && status !== 'partially_filled';
}

function onGrid(holding: Holding, filters: SymbolFilters): Holding {
  const isLong = !holding.quantity.startsWith('-');
  const { stopPrice, takeProfitPrice } = holding;
  return {
    ...holding,
    quantity: onLots(holding.quantity, filters),
    stopPrice: stopPrice === null ? null : quantisePrice(stopPrice, filters, isLong ? 'up' : 'down'),
    takeProfitPrice:
      takeProfitPrice === null ? null : quantisePrice(takeProfitPrice, filters, isLong ? 'down' : 'up'),
  };
}

/** What a stop can cover; dust stays as it is. */
function onLots(quantity: string, filters: SymbolFilters): string {
  const lots = wholeLots(quantity, filters);
  return lots.isZero() ? quantity : lots.toFixed();
}

/** Less than the smallest lot. */
function isDust({ quantity }: Holding, filters: SymbolFilters): boolean {
  return wholeLots(quantity, filters).isZero();
}

function wholeLots(quantity: string, { marketQuantity: { step } }: SymbolFilters): Decimal {
  return new Decimal(quantity).div(step).trunc().times(step);
}
