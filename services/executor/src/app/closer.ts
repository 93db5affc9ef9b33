/**
 * Takes a bot's holding to zero, one order at a time: an exit that its strategy asked for, or the closing of
 * what has no stop. The next order leaves when what became of the one before is known, so that together they
 * never close more than the bot holds: the exchange cannot tell bots on one side apart. Where no other bot is
 * on the side it refuses what would be too much, and an order that it does not know is not waited for.
 * Refusals that pass are tried again soon; those that are certain less often, and an operator hears of each
 * kind again and again for as long as it lasts.
 */
import { REPORT_AGAIN_MS } from '@platform/contracts';
import type { ErrorLog } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import { isShared, RESEND_AFTER_MS } from '../domain/flatten';
import { closingsUnderWay, isUnresolved, type OpenOrder } from '../domain/order';
import type { Holding } from '../domain/protection';
import { closingStep } from '../domain/target';
import type { NetworkExchange, SymbolBook } from './ports';
import { isPassing, type Submitted, type Submitter } from './submitter';
import type { TriggerWatch } from './trigger-watch';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = { passing: 4_000, certain: 30_000 } as const;
/** What happened longer ago belongs to another exit. */
const FORGOTTEN_MS = 60_000;
const OFF_GRID = new Set(['precision', 'quantity_out_of_bounds']);
/**
 * How often a refusal may come before it counts: in the meantime a new grid is read, a book fills up again, a
 * position that is gone is booked.
 */
const SILENT_REFUSALS: Readonly<Record<string, number>> = {
  precision: 1,
  quantity_out_of_bounds: 1,
  not_fillable: 2,
  other: 1,
  reduce_only_refused: 3,
};

export interface CloserParts {
  readonly exchange: NetworkExchange;
  readonly symbol: string;
  readonly submitter: Submitter;
  readonly triggers: TriggerWatch;
  readonly errors: ErrorLog;
  /** Of the monotonic clock. */
  nowMs(): number;
  /** The exchange sees it differently: compare before the next attempt. */
  onRefused(): void;
}

export type ClosingHolding = Pick<Holding, 'botId' | 'intentId' | 'quantity'>;

/**
 * sent: the book has changed, even if not known yet how. waiting: an earlier order is under way, or it is too
 * early for the next one.
 */
export type ClosingResult = 'sent' | 'waiting';

interface Setback {
  readonly reason: string;
  /** In a row, for the same reason. */
  readonly count: number;
  readonly pauseMs: number;
  readonly notBeforeMs: number;
  /** Until then an operator has heard enough of it. */
  readonly reportNotBeforeMs: number;
}

export class Closer {
  /** By bot, since an order of it last filled. */
  private readonly setbacks = new Map<string | null, Setback>();

  constructor(private readonly parts: CloserParts) {}

  isUnderWay(botId: string | null, { orders }: SymbolBook): boolean {
    return this.underWay(botId, orders).length > 0;
  }

  /** An order is under way, and another could close what is a neighbour's. */
  isHeldUp({ botId, quantity }: ClosingHolding, book: SymbolBook): boolean {
    const underWay = this.underWay(botId, book.orders);
    if (underWay.length === 0) return false;
    if (botId === null || !underWay.every(isLost)) return true;
    return isShared(quantity.startsWith('-') ? 'short' : 'long', book, [botId]);
  }

  private underWay(botId: string | null, orders: readonly OpenOrder[]): OpenOrder[] {
    const { triggers } = this.parts;
    return closingsUnderWay(orders, botId, (id) => triggers.isTriggering(id));
  }

  async close(holding: ClosingHolding, book: SymbolBook): Promise<ClosingResult> {
    const { botId, intentId, quantity } = holding;
    if (this.isHeldUp(holding, book)) return 'waiting';
    const { exchange, symbol, submitter, nowMs } = this.parts;
    if (nowMs() < (this.setbacks.get(botId)?.notBeforeMs ?? -Infinity)) return 'waiting';
    const filters = await exchange.port.filters.of(symbol);
    const closing = closingStep(quantity, filters.kind === 'ok' ? filters.value : undefined);
    const submitted = await submitter.reduce({
      intentId,
      botId,
      network: exchange.network,
      symbol,
      leg: 'exit',
      orderType: 'market',
      space: 'regular',
      ...closing,
    });
    if (submitted.kind === 'refused') this.refused(botId, submitted);
    if (submitted.kind === 'unknown') {
      this.setbacks.delete(botId);
      return 'sent';
    }
    if (submitted.kind !== 'accepted') return 'waiting';
    const { filledQuantity } = submitted.order.report;
    // A book without depth gives a little each time: asking it at once again and again only drives the price.
    if (new Decimal(filledQuantity).gte(closing.quantity)) this.setbacks.delete(botId);
    else this.setBack(botId, 'not_filled', LONGEST_PAUSE_MS.passing);
    return 'sent';
  }

  private refused(botId: string | null, { reason, message }: Extract<Submitted, { kind: 'refused' }>): void {
    if (reason === 'held_back') return;
    const { exchange, symbol, errors, onRefused } = this.parts;
    const passes = isPassing(reason);
    const setback = this.setBack(botId, reason, LONGEST_PAUSE_MS[passes ? 'passing' : 'certain']);
    if (passes) return;
    const nowMs = this.parts.nowMs();
    if (setback.count > (SILENT_REFUSALS[reason] ?? 0) && nowMs >= setback.reportNotBeforeMs) {
      errors.report('EXECUTOR_EXIT_BLOCKED', { symbol, bot_id: botId, reason_code: reason, message });
      this.setbacks.set(botId, { ...setback, reportNotBeforeMs: nowMs + REPORT_AGAIN_MS });
    }
    if (OFF_GRID.has(reason)) exchange.port.filters.invalidate();
    onRefused();
  }

  /** The next attempt waits, longer each time that the same happens again. */
  private setBack(botId: string | null, reason: string, longestMs: number): Setback {
    const nowMs = this.parts.nowMs();
    const before = this.setbacks.get(botId);
    const isSame = before?.reason === reason && nowMs - before.notBeforeMs < FORGOTTEN_MS;
    const pauseMs = isSame ? Math.min(before.pauseMs * 2, longestMs) : FIRST_PAUSE_MS;
    const count = isSame ? before.count + 1 : 1;
    const reportNotBeforeMs = isSame ? before.reportNotBeforeMs : -Infinity;
    const setback = { reason, count, pauseMs, notBeforeMs: nowMs + pauseMs, reportNotBeforeMs };
    this.setbacks.set(botId, setback);
    return setback;
  }
}

function isLost(order: OpenOrder): boolean {
  return order.space === 'regular' && isUnresolved(order) && order.ageMs > RESEND_AFTER_MS;
}
